import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { FlightItem } from '#contract/trials.ts'
import type { Crs } from '#domain/maps.ts'
import { type LaidOutPlot, layOut } from '#imagery/plots/layout.ts'
import { fromLonLat } from '#imagery/rasters/crs.ts'
import { useView } from '#web/lib/view.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { planeOf } from '../flight-map/plane-of.ts'
import { useFlightMap } from '../flight-map/use-flight-map.ts'
import { problemOf } from '../messages.ts'
import { PlotsOutside } from '../plots/plots-outside.tsx'
import type { Trial } from '../trial-queries.ts'
import { BlockFields } from './block-fields.tsx'
import { BufferFields } from './buffer-fields.tsx'
import { type Draft, isPlaced } from './draft.ts'
import { GridFields } from './grid-fields.tsx'
import type { Grip } from './grips.ts'
import { LayoutMapPane } from './layout-map-pane.tsx'
import { useSaveLayout } from './layout-queries.ts'
import { LayoutTable } from './layout-table.tsx'
import { LayoutTools } from './layout-tools.tsx'
import { NumberingFields } from './numbering-fields.tsx'
import { SelectionFields } from './selection-fields.tsx'
import { SnapFields } from './snap-fields.tsx'
import { type ChangeDraft, useDraft } from './use-draft.ts'
import { useLayoutKeys } from './use-layout-keys.ts'

type Flights = readonly [FlightItem, ...FlightItem[]]
type Utm = Crs & { epsg: number }
type LayoutStudioProps = {
  trial: Trial
  flights: Flights
  utm: Utm
  backTo: string
  /** The version of the plots that is edited, with its layout; null for new plots. */
  edited: { version: number; layout: Draft } | null
}

const NO_PLOTS: readonly LaidOutPlot[] = []

/** The map, and beside it the numbers that say the same. */
export function LayoutStudio({ trial, flights, utm, backTo, edited }: LayoutStudioProps) {
  const [view, show] = useView()
  const flight = flights.find(({ trialFlightId }) => trialFlightId === view.get('flight')) ?? flights[0]
  const { draft, change, withoutAsking, ...steps } = useDraft({
    trialId: trial.trialId,
    epsg: utm.epsg,
    version: edited?.version ?? null,
    saved: edited?.layout ?? null,
  })
  const [chosen, setChosen] = useState<Grip | null>(null)
  const laid = useMemo(() => (isPlaced(draft) ? layOut(draft) : { plots: NO_PLOTS }), [draft])
  const plots = 'plots' in laid ? laid.plots : NO_PLOTS
  const onMapKey = useLayoutKeys({
    chosen: plots.length > 0 ? chosen : null,
    onChoose: setChosen,
    onChange: change,
    ...steps,
  })
  const [west, south, east, north] = flight.orthomosaic.bounds ?? [0, 0, 0, 0]
  const fields = { draft, plots, onChange: change }
  return (
    <div className="mt-4 grid gap-x-6 gap-y-4 @3xl:grid-cols-[20rem_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-3 self-start bg-paper @3xl:sticky @3xl:top-18 @3xl:col-start-2 @3xl:row-start-1">
        <div className="flex flex-wrap items-center justify-between gap-2 sm:flex-nowrap">
          <LayoutTools draft={draft} plots={plots} {...steps} />
          <SaveButton {...{ trial, draft, plots, epsg: utm.epsg, backTo, withoutAsking }} />
        </div>
        {'problem' in laid && <Alert tone="danger">{laid.problem}</Alert>}
        <div onKeyDownCapture={onMapKey}>
          <FlightMap
            key={flight.trialFlightId}
            flight={flight}
            utm={utm}
            {...fields}
            chosen={chosen}
            onChoose={setChosen}
          />
        </div>
        <LayoutTable plots={plots} crsName={utm.name} />
      </div>
      <div className="flex min-w-0 flex-col gap-5 @3xl:col-start-1 @3xl:row-start-1">
        <Select
          label="Flight shown"
          value={flight.trialFlightId}
          options={flights.map(({ trialFlightId, moment }) => ({ value: trialFlightId, label: moment }))}
          onChange={({ target }) => withoutAsking(() => show({ flight: target.value }))}
        />
        <BlockFields {...fields} middle={fromLonLat(utm, [(west + east) / 2, (south + north) / 2])} />
        <GridFields {...fields} />
        <NumberingFields {...fields} />
        {plots.length > 0 && <SelectionFields {...fields} chosen={chosen} onChoose={setChosen} />}
        {plots.length > 0 && <SnapOnFlight key={flight.trialFlightId} flight={flight} utm={utm} {...fields} />}
        <BufferFields draft={draft} onChange={change} />
      </div>
    </div>
  )
}

type OnFlight = {
  flight: FlightItem
  utm: Crs
  draft: Draft
  plots: readonly LaidOutPlot[]
  onChange: ChangeDraft
}

function SnapOnFlight({ flight, utm, ...fields }: OnFlight) {
  const { shown: photo } = useFlightMap(flight)
  const plane = useMemo(() => photo && planeOf(photo.map, utm, photo.shift), [photo, utm])
  return photo && plane ? <SnapFields photo={photo} plane={plane} {...fields} /> : null
}

type FlightMapProps = OnFlight & {
  chosen: Grip | null
  onChoose: (grip: Grip | null) => void
}

function FlightMap({ flight, utm, ...shown }: FlightMapProps) {
  const { shown: opened, problem, tryAgain } = useFlightMap(flight)
  const plane = useMemo(() => opened && planeOf(opened.map, utm, opened.shift), [opened, utm])
  if (problem !== undefined)
    return (
      <Alert
        tone="danger"
        action={
          tryAgain && (
            <Button variant="secondary" size="small" onClick={tryAgain}>
              Try Again
            </Button>
          )
        }
      >
        {problem}
      </Alert>
    )
  if (!opened || !plane) return <Skeleton className="h-[58dvh] w-full" />
  return <LayoutMapPane {...opened} plane={plane} {...shown} />
}

type SaveButtonProps = {
  trial: Trial
  draft: Draft
  plots: readonly LaidOutPlot[]
  epsg: number
  backTo: string
  withoutAsking: (leave: () => void) => void
}

function SaveButton({ trial, draft, plots, epsg, backTo, withoutAsking }: SaveButtonProps) {
  const navigate = useNavigate()
  const save = useSaveLayout()
  const saved = save.data?.data
  const leave = () => withoutAsking(() => void navigate(backTo))
  return (
    <>
      <Button
        size="small"
        disabled={plots.length === 0}
        pending={save.isPending}
        onClick={() =>
          save.mutate(
            { trialId: trial.trialId, hasPlots: trial.plotVersions.length > 0, layout: draft, plots, epsg },
            {
              onSuccess: ({ data, message }) => {
                if (data.outsideCount > 0) return
                toast.success(message)
                leave()
              },
            },
          )
        }
      >
        Save plots
      </Button>
      {save.error && (
        <Alert tone="danger" className="w-full" title="The plots could not be saved">
          {problemOf(save.error)}
        </Alert>
      )}
      {saved && saved.outsideCount > 0 && <PlotsOutside saved={saved} onClose={leave} />}
    </>
  )
}

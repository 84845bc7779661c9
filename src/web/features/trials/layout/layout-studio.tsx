import { Redo2, Undo2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { FlightItem } from '#contract/trials.ts'
import type { Crs } from '#domain/maps.ts'
import { type LaidOutPlot, layOut } from '#imagery/plots/layout.ts'
import type { Position } from '#imagery/plots/polygon.ts'
import { fromLonLat } from '#imagery/rasters/crs.ts'
import { useListPath } from '#web/lib/back-link.tsx'
import { useView } from '#web/lib/view.ts'
import { hasWebGl, NO_MAPS } from '#web/lib/web-gl.ts'
import { DateStrip } from '#web/lib/workbench/date-strip.tsx'
import { Workbench } from '#web/lib/workbench/workbench.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { FlightPicture } from '../flight-map/flight-picture.tsx'
import { planeOf } from '../flight-map/plane-of.ts'
import { useFlightMap } from '../flight-map/use-flight-map.ts'
import { problemOf } from '../messages.ts'
import { useNewer } from '../newer/newer-in.ts'
import { NewerNote } from '../newer/newer-note.tsx'
import { PlotsOutside } from '../plots/plots-outside.tsx'
import type { Trial } from '../trial-queries.ts'
import { BlockFields } from './block-fields.tsx'
import { BufferFields } from './buffer-fields.tsx'
import { type Draft, isPlaced } from './draft.ts'
import { GridFields } from './grid-fields.tsx'
import type { Choosing, Grip } from './grips.ts'
import { LayoutHeader } from './layout-header.tsx'
import { LayoutMapPane } from './layout-map-pane.tsx'
import { LayoutNote } from './layout-note.tsx'
import { useSaveLayout } from './layout-queries.ts'
import { LayoutTable } from './layout-table.tsx'
import { NumberingFields } from './numbering-fields.tsx'
import { SelectionFields } from './selection-fields.tsx'
import { SnapFields } from './snap-fields.tsx'
import { type Editing, useDraft } from './use-draft.ts'
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

const TABLE = { id: 'table', title: 'Table' }

/** The map, and beside it the numbers that say the same. */
export function LayoutStudio({ trial, flights, utm, backTo, edited }: LayoutStudioProps) {
  const [view] = useView()
  const flight = flights.find(({ trialFlightId }) => trialFlightId === view.get('flight')) ?? flights[0]
  const { draft, change, withoutAsking, undo, redo } = useDraft({
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
    undo,
    redo,
  })
  const fields = { draft, plots, onChange: change }
  const choosing = { chosen, onChoose: setChosen }
  return (
    <>
      <LayoutHeader {...{ trial, backTo }} version={edited?.version}>
        <IconButton icon={Undo2} label="Undo (Ctrl+Z)" disabled={!undo} onClick={undo} />
        <IconButton icon={Redo2} label="Redo (Ctrl+Shift+Z)" disabled={!redo} onClick={redo} />
        <SaveButton {...{ trial, draft, plots, epsg: utm.epsg, backTo, withoutAsking }} />
      </LayoutHeader>
      <Workbench
        layers={{
          title: 'Layout',
          body: (
            <>
              <GridFields {...fields} />
              <BlockFields {...fields} middle={middleOfMap(flight, utm)} />
              <NumberingFields {...fields} />
              {plots.length > 0 && <SelectionFields {...fields} {...choosing} />}
              {plots.length > 0 && <SnapOnFlight key={flight.trialFlightId} flight={flight} utm={utm} {...fields} />}
              <BufferFields draft={draft} onChange={change} />
            </>
          ),
        }}
        map={
          <div className="absolute inset-0" onKeyDownCapture={onMapKey}>
            <FlightMap key={flight.trialFlightId} flight={flight} utm={utm} {...fields} {...choosing} />
            <LayoutNote {...{ draft, plots }} problem={'problem' in laid ? laid.problem : undefined} />
          </div>
        }
        dates={flights.length > 1 && <StudioDates {...{ flights, flight }} />}
        inspector={null}
        tabsLabel="Views of the layout"
        tabs={[TABLE]}
        renderBody={() => <LayoutTable plots={plots} crsName={utm.name} {...choosing} />}
      />
    </>
  )
}

function middleOfMap({ orthomosaic }: FlightItem, utm: Crs): Position {
  const [west, south, east, north] = orthomosaic.bounds ?? [0, 0, 0, 0]
  return fromLonLat(utm, [(west + east) / 2, (south + north) / 2])
}

function StudioDates({ flights, flight }: { flights: Flights; flight: FlightItem }) {
  const [, show] = useView()
  return (
    <DateStrip
      dates={flights.map((one) => ({
        id: one.trialFlightId,
        date: one.moment,
        takenOn: one.takenOn,
        picture: <FlightPicture flight={one} />,
      }))}
      shown={flight.trialFlightId}
      onChoose={(id) => show({ flight: id }, { replace: true })}
    />
  )
}

type OnFlight = Editing & { flight: FlightItem; utm: Crs; plots: readonly LaidOutPlot[] }

function SnapOnFlight({ flight, utm, ...fields }: OnFlight) {
  const { shown: photo } = useFlightMap(flight)
  const plane = useMemo(() => photo && planeOf(photo.map, utm, photo.shift), [photo, utm])
  return photo && plane ? <SnapFields photo={photo} plane={plane} {...fields} /> : null
}

function FlightMap({ flight, utm, ...shown }: OnFlight & Choosing) {
  const { shown: opened, problem: unread, tryAgain } = useFlightMap(flight)
  const problem = hasWebGl() ? unread : NO_MAPS
  const plane = useMemo(() => opened && planeOf(opened.map, utm, opened.shift), [opened, utm])
  if (problem !== undefined)
    return (
      <Alert
        tone="danger"
        className="m-3 mt-16"
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
  if (!opened || !plane) return <Skeleton className="absolute inset-0 rounded-none!" />
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
  const { seen, newer } = useNewer(trial.plotVersions[0]?.version ?? 0, save.error)
  const saved = save.data?.data
  const to = useListPath(backTo)
  const leave = () => withoutAsking(() => void navigate(to))
  return (
    <>
      <Button
        size="small"
        className="ml-1"
        disabled={plots.length === 0}
        pending={save.isPending}
        onClick={() =>
          save.mutate(
            {
              trialId: trial.trialId,
              hasPlots: trial.plotVersions.length > 0,
              seen: newer?.version ?? seen,
              layout: draft,
              plots,
              epsg,
            },
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
        {newer ? 'Save mine' : 'Save plots'}
      </Button>
      {newer && (
        <div className="w-full">
          <NewerNote newer={newer} />
        </div>
      )}
      {save.error && !newer && (
        <Alert tone="danger" className="w-full" title="The plots could not be saved">
          {problemOf(save.error)}
        </Alert>
      )}
      {saved && saved.outsideCount > 0 && <PlotsOutside saved={saved} onClose={leave} />}
    </>
  )
}

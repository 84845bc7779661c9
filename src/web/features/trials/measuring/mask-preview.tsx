import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { FlightPlan } from '#contract/measurement-plan.ts'
import type { FlightItem } from '#contract/trials.ts'
import { displayName } from '#domain/display-names.ts'
import { LAYER_NAMES } from '#domain/trial-words.ts'
import { plotPixels } from '#imagery/plots/plot-pixels.ts'
import { QueryFailed } from '#web/lib/query-failed.tsx'
import { RangeField } from '#web/ui/form/range-field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LoadFailed } from '#web/ui/list/load-failed.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { readPicture } from '../flight-map/read-picture.ts'
import { useFlightMap } from '../flight-map/use-flight-map.ts'
import { FlightSelect } from '../flight-select.tsx'
import { problemOf } from '../messages.ts'
import { type Trial, usePlots } from '../trial-queries.ts'
import type { PlantSettings } from '../what-if/plant-settings.ts'
import { outlinesOf, type PlotOutline } from '../workspace/plot-geometry.ts'
import { drawMask } from './draw-mask.ts'
import { IndexHistogram } from './index-histogram.tsx'
import { maskOfPlot, type PlotPreview } from './mask-of-plot.ts'

const PIXELS_ACROSS = 80

type MaskPreviewProps = {
  trial: Trial
  /** Of flights that can be measured. */
  plans: readonly FlightPlan[]
  settings: PlantSettings
  onThreshold: ((threshold: number) => void) | undefined
}

/** What counts as plants on a plot of a flight, before anything is measured. */
export function MaskPreview({ trial, plans, settings, onThreshold }: MaskPreviewProps) {
  const [flightId, setFlightId] = useState(plans[0]?.trialFlightId)
  const [at, setAt] = useState(0)
  const version = trial.plotVersions[0]?.version ?? 0
  const saved = usePlots(trial.trialId, version)
  const { data } = saved
  const plots = useMemo(() => (data ? outlinesOf(data.geojson) : []), [data])
  const plan = plans.find(({ trialFlightId }) => trialFlightId === flightId) ?? plans[0]
  const flight = trial.flights.find(({ trialFlightId }) => trialFlightId === plan?.trialFlightId)
  const layer = flight?.layers.find(({ kind }) => kind === plan?.layers[0]?.kind)
  const plot = plots[Math.min(at, plots.length - 1)]
  if (saved.error) return <QueryFailed title="The plots could not be loaded" query={saved} />
  if (!plot || !flight || !layer) return <Skeleton className="h-64 w-full" />
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-4">
        <FlightSelect
          label="Flight"
          className="w-40"
          value={flight.trialFlightId}
          flights={plans}
          onChoose={setFlightId}
        />
        <div className="flex items-center gap-1">
          <IconButton
            icon={ChevronLeft}
            label="Previous plot"
            onClick={() => setAt((at + plots.length - 1) % plots.length)}
          />
          <output className="min-w-32 text-center tabular-nums">
            Plot <bdi className="font-medium">{displayName(plot.plotId)}</bdi>
            <span className="text-muted">{`, ${at + 1} of ${plots.length}`}</span>
          </output>
          <IconButton icon={ChevronRight} label="Next plot" onClick={() => setAt((at + 1) % plots.length)} />
        </div>
        {onThreshold && (
          <div className="w-60">
            <RangeField
              label="Threshold"
              range={RANGES[settings.method]}
              step={0.01}
              value={settings.threshold}
              text={settings.threshold.toFixed(2)}
              onChange={onThreshold}
            />
          </div>
        )}
      </div>
      <PlotMask
        key={`${flight.trialFlightId} ${layer.kind}`}
        flight={{ orthomosaic: layer, shift: flight.shift }}
        {...{ plot, settings }}
      />
      <p className="max-w-prose text-muted">
        {`${LAYER_NAMES[layer.kind]}: ${displayName(layer.fileName)}. This reads the copy for viewing, pixel by pixel; measuring reads the file itself, and may differ a little.`}
      </p>
    </div>
  )
}

const RANGES = { exg: [-0.1, 0.5], exgr: [-0.5, 0.5], 'g>r': [0, 0], ndvi: [0, 0.9], osavi: [0, 0.9] } as const

type PlotMaskProps = {
  flight: Pick<FlightItem, 'orthomosaic' | 'shift'>
  plot: PlotOutline
  settings: PlantSettings
}

function PlotMask({ flight, plot, settings }: PlotMaskProps) {
  const { shown, problem, tryAgain } = useFlightMap(flight)
  const picture = useQuery({
    queryKey: ['mask-preview', shown?.map.mapId, shown?.shift, plot.plotId, plot.rings],
    queryFn: async ({ signal }) => {
      if (!shown) throw new Error('There is no photo')
      const read = await readPicture(shown, [plot], { pixelsAcross: PIXELS_ACROSS, signal })
      return { ...read, pixels: plotPixels(read.picture, read.rings) }
    },
    enabled: shown !== undefined,
    retry: 1,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  const { method, threshold, bufferMetres } = settings
  const preview = useMemo(
    () => picture.data && maskOfPlot(picture.data, { method, threshold, bufferMetres }),
    [picture.data, method, threshold, bufferMetres],
  )
  if (problem !== undefined || picture.isError)
    return (
      <LoadFailed
        title="The photo could not be shown"
        trying={picture.isFetching}
        onTryAgain={() => (tryAgain ? tryAgain() : void picture.refetch())}
      >
        {problem ?? problemOf(picture.error)}
      </LoadFailed>
    )
  if (!preview || !picture.data) return <Skeleton className="h-64 w-full" />
  if (preview === 'nothing')
    return <p>Nothing of this plot is left on this photo: it lies beside it, or the buffer takes all of it.</p>
  return <Shown preview={preview} threshold={method === 'g>r' ? 0 : threshold} />
}

function Shown({ preview, threshold }: { preview: PlotPreview; threshold: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current) drawMask(canvas.current, preview)
  }, [preview])
  const { cover, around, isUnstable } = preview.guard
  const [higher, lower] = around
  return (
    <div className="flex flex-wrap items-start gap-6">
      <canvas
        ref={canvas}
        aria-hidden
        className="max-h-80 max-w-full rounded-sm border border-line [image-rendering:pixelated]"
      />
      <div className="flex min-w-60 flex-1 flex-col gap-2">
        <p>
          <span className="font-display text-2xl font-semibold tabular-nums">{cover.toFixed(1)} %</span> of the plot
          counts as plants
        </p>
        <IndexHistogram {...{ preview, threshold }} />
        <p className={isUnstable ? 'text-status-yellow' : 'text-muted'}>
          {`A threshold 0.02 higher gives ${higher.toFixed(1)} %, 0.02 lower ${lower.toFixed(1)} %. `}
          {isUnstable
            ? 'The cover of this plot depends on the threshold: it will have that warning.'
            : 'The cover hangs little on the threshold.'}
        </p>
      </div>
    </div>
  )
}

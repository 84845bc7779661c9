import { Suspense, useMemo } from 'react'
import { displayName } from '#domain/display-names.ts'
import { colourOf, type Scale } from '#imagery/traits/derived/colour-scale.ts'
import { lateComponent } from '#web/lib/late-code.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useFlightMap } from '../flight-map/use-flight-map.ts'
import { unitText, valueText } from '../messages.ts'
import { standIn } from '../stand-in.tsx'
import type { PlantSettings } from '../what-if/plant-settings.ts'
import type { DatedValues, Workspace } from '../workspace/workspace.ts'
import { Legend } from './legend.tsx'
import { LEVELS, type Level, layersOf, problemOfLevel } from './levels.ts'
import { PlotMap } from './plot-map.tsx'
import type { SharedView } from './shared-view.ts'

const PhotoMap = lateComponent(
  async () => (await import('./photo-map.tsx')).PhotoMap,
  standIn('The map could not be loaded'),
)

type DayMapProps = Workspace & {
  day: DatedValues
  level: Level
  plants: PlantSettings
  scale: Scale
  chosen: string | null
  pointed: string | null
  shared: SharedView
  onChoose: (plotId: string | null) => void
  onPoint: (plotId: string | null) => void
}

/** The plots on one date, over the photo of that day where there is one. */
export function DayMap(props: DayMapProps) {
  const { day, level, scale, title, outlines, flights } = props
  const { unit } = props.trait
  const flight = flights.find(({ trialFlightId }) => trialFlightId === day.flightId)
  const label = `${title} on ${day.date}`
  const at = outlines.plots.findIndex(({ plotId }) => plotId === props.pointed)
  const plot = outlines.plots[at]
  return (
    <figure aria-label={label} className="m-0 flex min-w-0 flex-col gap-2">
      <figcaption className="flex justify-between gap-3 text-sm">
        <span className="font-medium tabular-nums">{day.date}</span>
        <span aria-hidden className="min-w-0 truncate text-muted tabular-nums">
          {plot && (
            <>
              <bdi>{displayName(plot.plotId)}</bdi>: {valueText(day.values[at], unit)} {unitText(unit)}
            </>
          )}
        </span>
      </figcaption>
      {level === 'plan' || !flight ? <Plan {...props} /> : <OnPhoto {...props} flight={flight} label={label} />}
      {(level === 'plots' || level === 'plan' || level === 'pixels') && <Legend scale={scale} unit={unit} />}
    </figure>
  )
}

function Plan({ outlines, day, scale, chosen, onChoose, trait }: DayMapProps) {
  return <PlotMap {...{ outlines, scale, chosen, onChoose }} values={day.values} unit={trait.unit} />
}

type OnPhotoProps = DayMapProps & { flight: Workspace['flights'][number]; label: string }

function OnPhoto(props: OnPhotoProps) {
  const { day, level, plants, scale, flight, label } = props
  const { trait } = props.trait
  const { shown, problem, tryAgain } = useFlightMap(flight)
  const map = shown?.map
  const why = map && problemOfLevel(level, map, { trait, plants })
  const layers = useMemo(() => {
    return map ? layersOf(why === undefined ? level : 'photo', map, { trait, scale, plants }) : []
  }, [map, plants, why, level, trait, scale])
  const colours = useMemo(
    () =>
      level === 'plots' ? day.values.map((value) => (value === null ? null : colourOf(value, scale, OPACITY))) : null,
    [level, day, scale],
  )
  if (problem !== undefined)
    return (
      <>
        <p className="text-sm text-muted">
          {problem}{' '}
          {tryAgain && (
            <button type="button" className="underline" onClick={tryAgain}>
              Try again
            </button>
          )}
        </p>
        <Plan {...props} />
      </>
    )
  if (!shown) return <Skeleton className="h-[60dvh] w-full" />
  return (
    <>
      {why !== undefined && (
        <p className="text-sm text-muted">
          {LEVELS[level]} can’t be shown: {why}
        </p>
      )}
      <Suspense fallback={<Skeleton className="h-[60dvh] w-full" />}>
        <PhotoMap
          {...shown}
          {...{ label, layers, colours }}
          plots={props.outlines.plots}
          chosen={props.chosen}
          pointed={props.pointed}
          shared={props.shared}
          onChoose={props.onChoose}
          onPoint={props.onPoint}
        />
      </Suspense>
    </>
  )
}

/** So that the photo can still be seen. */
const OPACITY = 0.85

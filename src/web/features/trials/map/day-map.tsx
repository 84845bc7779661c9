import { useMemo } from 'react'
import { displayName } from '#domain/display-names.ts'
import { colourOf } from '#imagery/traits/derived/colour-scale.ts'
import { type FlightPhoto, useFlightMap } from '../flight-map/use-flight-map.ts'
import { GridDay } from '../grid/grid-day.tsx'
import { unitText, valueText } from '../messages.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { DayMapProps } from './day-map-props.ts'
import { LatePhotoMap, MapSkeleton } from './late-photo-map.tsx'
import { Legend } from './legend.tsx'
import { LEVELS, layersOf, problemOfLevel } from './levels.ts'
import { PlotMap } from './plot-map.tsx'

/** The plots on one date, over the photo of that day where there is one. */
export function DayMap(props: DayMapProps) {
  const { day, level, title, outlines, flights } = props
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
    </figure>
  )
}

function Plan(props: DayMapProps) {
  const { outlines, day, scale, colours, chosen, onChoose, trait } = props
  return (
    <>
      <PlotMap {...{ outlines, scale, colours, chosen, onChoose }} values={day.values} unit={trait.unit} />
      <PlotLegend {...props} />
      {props.children}
    </>
  )
}

function PlotLegend({ scale, colours, day, dates, trait }: DayMapProps) {
  const valued = day.values.filter((value) => value !== null).length
  return (
    <Legend
      {...{ scale, colours }}
      unit={trait.unit}
      shown={`${valued.toLocaleString('en')} of ${day.values.length.toLocaleString('en')} plots on ${day.date}`}
      hasGaps={valued < day.values.length}
      dates={dates.length}
    />
  )
}

type OnPhotoProps = DayMapProps & { flight: Workspace['flights'][number]; label: string }

function OnPhoto(props: OnPhotoProps) {
  const { shown, problem, tryAgain } = useFlightMap(props.flight)
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
  if (!shown) return <MapSkeleton />
  return props.level === 'grid' ? <GridDay {...props} photo={shown} /> : <PhotoDay {...props} photo={shown} />
}

function PhotoDay(props: OnPhotoProps & { photo: FlightPhoto }) {
  const { day, level, plants, scale, colours, label, photo, stat, dates } = props
  const { trait, unit } = props.trait
  const { map } = photo
  const why = problemOfLevel(level, map, { trait, stat, plants })
  const layers = useMemo(
    () => layersOf(why === undefined ? level : 'photo', map, { trait, scale, colours, plants }),
    [map, plants, why, level, trait, scale, colours],
  )
  const fills = useMemo(
    () =>
      level === 'plots'
        ? day.values.map((value) => (value === null ? null : colourOf(value, scale, { ...colours, opacity: OPACITY })))
        : null,
    [level, day, scale, colours],
  )
  return (
    <>
      {why !== undefined && (
        <p className="text-sm text-muted">
          {LEVELS[level]} can’t be shown: {why}
        </p>
      )}
      <LatePhotoMap {...props} {...photo} {...{ layers, label }} colours={fills} plots={props.outlines.plots} />
      {level === 'plots' && <PlotLegend {...props} />}
      {level === 'pixels' && why === undefined && (
        <Legend
          {...{ scale, colours, unit }}
          shown={`Preview: pixels of the copy for viewing on ${day.date}`}
          hasGaps={false}
          dates={dates.length}
        />
      )}
      {level !== 'photo' && level !== 'plants' && props.children}
    </>
  )
}

/** So that the photo can still be seen. */
const OPACITY = 0.85

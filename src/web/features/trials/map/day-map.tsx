import { type ReactNode, useMemo } from 'react'
import { dateText } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import { hasWebGl, NO_MAPS } from '#web/lib/web-gl.ts'
import { type FlightPhoto, useFlightMap } from '../flight-map/use-flight-map.ts'
import { GridDay } from '../grid/grid-day.tsx'
import { figureText, valueText } from '../messages.ts'
import { onDate } from '../workspace/days.ts'
import { onlyOf } from '../workspace/pointed-plots.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { DayMapProps } from './day-map-props.ts'
import type { PlotPaint } from './draw-plots.ts'
import { labelTexts } from './label-texts.ts'
import { LatePhotoMap, MapSkeleton } from './late-photo-map.tsx'
import { Legend, NamesLegend } from './legend.tsx'
import { LEVELS, layersOf, problemOfLevel } from './levels.ts'
import { OnMap } from './on-map.tsx'

/** The plots on one date, over the photo of that day where there is one. */
export function DayMap(props: DayMapProps) {
  const { day, level, title, plots, flights } = props
  const flight = flights.find(({ trialFlightId }) => trialFlightId === day.flightId)
  const label = `${title}${onDate(day.date)}`
  const at = placeOfPointed(props)
  const plot = plots[at]
  return (
    <figure aria-label={label} className="relative m-0 size-full min-h-0 min-w-0 overflow-hidden print:h-auto">
      <figcaption className="absolute top-2 left-2 z-10 max-w-[calc(100%-4rem)] [@container(height<26rem)_and_(width>=40rem)]:max-w-60 rounded-md border border-line bg-card px-2.5 py-1 tabular-nums print:static print:border-0">
        <span className="font-semibold">{title}</span>
        <span className="text-muted">{onDate(day.date)}</span>
        <span
          aria-hidden
          className="block truncate empty:hidden md:min-h-5 print:hidden [@container(height<13rem)]:hidden"
        >
          {plot ? (
            <>
              <bdi>{displayName(plot.plotId)}</bdi>: {textOfValue(props, day.values[at])}
            </>
          ) : (
            <span className="text-muted max-md:hidden [@container(height<26rem)]:hidden">
              Point at a plot to read its value, drag with Shift to select
            </span>
          )}
        </span>
      </figcaption>
      {level === 'plan' || !flight ? (
        <Plan {...props} label={label} />
      ) : (
        <OnPhoto {...props} flight={flight} label={label} />
      )}
    </figure>
  )
}

function Plan(props: DayMapProps & { label: string; children?: ReactNode }) {
  const paint = usePaint(props, 1)
  const labels = useLabels(props)
  return (
    <>
      <LatePhotoMap {...props} photo={null} layers={NO_LAYERS} paint={paint} labels={labels} />
      <OnMap>
        {props.children}
        <PlotLegend {...props} />
      </OnMap>
    </>
  )
}

const NO_LAYERS = [] as const

/** The same object as long as the map looks the same. */
const usePaint = ({ day, scale, colours }: DayMapProps, opacity: number): PlotPaint =>
  useMemo(
    () => ({ values: Float64Array.from(day.values, (value) => value ?? Number.NaN), scale, colours, opacity }),
    [day, scale, colours, opacity],
  )

/** The same array as long as the labels are the same. */
const useLabels = ({ plotLabel, plots, trait: { unit }, day: { values }, textOf }: DayMapProps) =>
  useMemo(
    () => labelTexts(plotLabel, plots, { values, textOf: textOf ?? ((value) => valueText(value, unit)) }),
    [plotLabel, plots, unit, values, textOf],
  )

/** Of the plot whose value is read; -1 where there is none, or several. */
function placeOfPointed({ plots, pointed }: DayMapProps): number {
  const only = onlyOf(pointed)
  return plots.findIndex(({ plotId }) => plotId === only)
}

function textOfValue({ trait: { unit }, textOf }: DayMapProps, value: number | null | undefined): string {
  if (value == null) return '–'
  return textOf?.(value) ?? figureText(value, unit)
}

function PlotLegend(props: DayMapProps) {
  const { scale, colours, day, trait, limits, textOf, names } = props
  const valued = day.values.filter((value) => value !== null).length
  const shown = `${valued.toLocaleString('en')} of ${day.values.length.toLocaleString('en')} plots`
  const hasGaps = valued < day.values.length
  if (names) return <NamesLegend {...{ names, shown, hasGaps }} />
  return (
    <Legend
      {...{ scale, colours, hasGaps, limits, textOf }}
      unit={trait.unit}
      shown={`${shown}${onDate(day.date)}`}
      values={day.values}
      marked={day.values[placeOfPointed(props)]}
    />
  )
}

type OnPhotoProps = DayMapProps & { flight: Workspace['flights'][number]; label: string }

function OnPhoto(props: OnPhotoProps) {
  const { shown, problem: unread, tryAgain } = useFlightMap(props.flight)
  const problem = hasWebGl() ? unread : NO_MAPS
  if (problem !== undefined)
    return (
      <Plan {...props}>
        <p className="text-muted">
          {problem}{' '}
          {unread !== undefined && tryAgain && (
            <button type="button" className="underline" onClick={tryAgain}>
              Try again
            </button>
          )}
        </p>
      </Plan>
    )
  if (!shown) return <MapSkeleton />
  return props.level === 'grid' ? <GridDay {...props} photo={shown} /> : <PhotoDay {...props} photo={shown} />
}

function PhotoDay(props: OnPhotoProps & { photo: FlightPhoto }) {
  const { day, level, plants, scale, colours, photo, stat, limits } = props
  const { trait, unit } = props.trait
  const { map } = photo
  const why = problemOfLevel(level, map, { trait, stat, plants })
  const layers = useMemo(
    () => layersOf(why === undefined ? level : 'photo', map, { trait, scale, colours, plants }),
    [map, plants, why, level, trait, scale, colours],
  )
  const paint = usePaint(props, OPACITY)
  const labels = useLabels(props)
  return (
    <>
      <LatePhotoMap {...props} layers={layers} paint={level === 'plots' ? paint : null} labels={labels} />
      <OnMap>
        {why !== undefined && (
          <p className="text-muted">
            {LEVELS[level]} can’t be shown: {why}
          </p>
        )}
        {level === 'plots' && <PlotLegend {...props} />}
        {level === 'pixels' && why === undefined && (
          <Legend
            {...{ scale, colours, unit, limits }}
            shown={`Preview: pixels of the copy for viewing on ${dateText(day.date)}`}
            hasGaps={false}
          />
        )}
      </OnMap>
    </>
  )
}

/** So that the photo can still be seen. */
const OPACITY = 0.85

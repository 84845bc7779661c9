import { dateText, dayOf } from '#domain/dates.ts'
import { ticksOf } from '#imagery/traits/derived/ticks.ts'
import { rangeOf } from '../analysis/chart-scale.ts'
import { LegendKey } from '../analysis/legend-key.tsx'
import { ValueTicks } from '../analysis/value-ticks.tsx'
import { valueText } from '../messages.ts'
import type { TrialOnDate } from './season-of-trial.ts'

type SeasonPoint = { date: string; takenOn: string; value: number | null; trial: TrialOnDate }
type Place = readonly [x: number, y: number]

const [WIDTH, HEIGHT, BOTTOM, TOP, RIGHT] = [336, 168, 22, 10, 10]
/** Of the digits of a label, in units of the drawing. */
const DIGIT_WIDTH = 7

type SeasonChartProps = {
  points: readonly SeasonPoint[]
  /** The date that is marked. */
  shown: string
  unit: string
}

/** A plot over the dates of the flights, over where 80 % of the trial lies, with the means of the trial and its genotype. The list below it says the same of the plot. */
export function SeasonChart({ points, shown, unit }: SeasonChartProps) {
  const [low, high] = rangeOf(
    points.map(({ value, trial }) => [value, ...(trial ? [trial.low, trial.high, trial.genotype ?? trial.mean] : [])]),
  ) ?? [0, 1]
  const ticks = ticksOf([low, high], 4)
  const left = 12 + DIGIT_WIDTH * Math.max(...ticks.map((value) => valueText(value, unit).length))
  const days = points.map(({ takenOn }) => dayOf(takenOn))
  const [first = 0, last = 0] = [days[0], days.at(-1)]
  const x = (at: number) =>
    left + (last > first ? ((days[at] ?? 0) - first) / (last - first) : 0.5) * (WIDTH - left - RIGHT)
  const y = (value: number) => TOP + (1 - (value - low) / (high - low)) * (HEIGHT - TOP - BOTTOM)
  const line = (of: (point: SeasonPoint) => number | null | undefined): Place[] =>
    points.flatMap((point, at): Place[] => {
      const value = of(point) ?? null
      return value === null ? [] : [[x(at), y(value)]]
    })
  const band = [...line(({ trial }) => trial?.high), ...line(({ trial }) => trial?.low).toReversed()]
  const genotype = line(({ trial }) => trial?.genotype)
  const own = line(({ value }) => value)
  const marked = points.findIndex(({ date }) => date === shown)
  return (
    <figure className="m-0">
      <svg aria-hidden viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="w-full max-w-lg">
        <g className="fill-muted text-note tabular-nums">
          <ValueTicks {...{ ticks, unit, left, y }} right={WIDTH - RIGHT} />
        </g>
        {marked >= 0 && (
          <line
            x1={x(marked)}
            x2={x(marked)}
            y1={TOP}
            y2={HEIGHT - BOTTOM}
            strokeDasharray="2 3"
            className="stroke-line-strong"
          />
        )}
        <polygon points={pathOf(band)} className="fill-ink/8" />
        <polyline points={pathOf(line(({ trial }) => trial?.mean))} fill="none" className="stroke-muted" />
        {genotype.length > 0 && (
          <polyline
            points={pathOf(genotype)}
            fill="none"
            strokeDasharray="4 3"
            strokeWidth={1.5}
            className="stroke-ink"
          />
        )}
        <polyline points={pathOf(own)} fill="none" strokeWidth={2} className="stroke-action" />
        {own.map(([across, top]) => (
          <circle key={`${across} ${top}`} cx={across} cy={top} r={3.5} className="fill-action" />
        ))}
        <text x={x(0)} y={HEIGHT - 6} className="fill-muted text-note tabular-nums">
          {points[0] && dateText(points[0].takenOn)}
        </text>
        <text x={x(points.length - 1)} y={HEIGHT - 6} textAnchor="end" className="fill-muted text-note tabular-nums">
          {dateText(points.at(-1)?.takenOn ?? '')}
        </text>
      </svg>
      <figcaption className="flex flex-wrap gap-x-3 text-note text-muted">
        <LegendKey look="h-0.5 w-4 bg-action">This plot</LegendKey>
        {genotype.length > 0 && <LegendKey look="h-0.5 w-4 bg-ink">Its genotype</LegendKey>}
        <LegendKey look="h-0.5 w-4 bg-muted">Trial</LegendKey>
        <LegendKey look="h-2 w-4 bg-ink/15">80 % of plots</LegendKey>
      </figcaption>
    </figure>
  )
}

const pathOf = (places: readonly Place[]): string => places.map((place) => place.join()).join(' ')

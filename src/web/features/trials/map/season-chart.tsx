import { dayOf } from '#domain/dates.ts'
import { ticksOf } from '#imagery/traits/derived/ticks.ts'
import { valueText } from '../messages.ts'

type SeasonPoint = { date: string; value: number | null }

const [WIDTH, HEIGHT, BOTTOM, TOP, RIGHT] = [330, 170, 22, 10, 10]
/** Of the digits of a label, in units of the drawing. */
const DIGIT_WIDTH = 7

/** A value over the dates of the flights, on the scale of all plots. The list below it says the same. */
export function SeasonChart({
  points,
  range: [low, high],
  unit,
}: {
  points: readonly SeasonPoint[]
  range: readonly [number, number]
  unit: string
}) {
  const ticks = ticksOf([low, high], 3).map((value) => ({ value, label: valueText(value, unit) }))
  const left = 12 + DIGIT_WIDTH * Math.max(...ticks.map(({ label }) => label.length))
  const days = points.map(({ date }) => dayOf(date))
  const [first = 0, last = 0] = [days[0], days.at(-1)]
  const x = (day: number) => left + (last > first ? (day - first) / (last - first) : 0.5) * (WIDTH - left - RIGHT)
  const y = (value: number) =>
    TOP + (1 - Math.min(1, Math.max(0, (value - low) / (high - low)))) * (HEIGHT - TOP - BOTTOM)
  const drawn = points.flatMap(({ value }, at) => (value === null ? [] : [[x(days[at] ?? 0), y(value)] as const]))
  return (
    <svg aria-hidden viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="w-full max-w-lg">
      {ticks.map(({ value, label }) => (
        <g key={value}>
          <line x1={left} x2={WIDTH - RIGHT} y1={y(value)} y2={y(value)} className="stroke-line" />
          <text x={left - 6} y={y(value) + 4} textAnchor="end" className="fill-muted text-[11px] tabular-nums">
            {label}
          </text>
        </g>
      ))}
      <polyline
        points={drawn.map((point) => point.join()).join(' ')}
        fill="none"
        strokeWidth={2}
        className="stroke-action"
      />
      {drawn.map(([across, top]) => (
        <circle key={`${across} ${top}`} cx={across} cy={top} r={3.5} className="fill-action" />
      ))}
      <text
        x={x(first)}
        y={HEIGHT - 6}
        textAnchor={last > first ? 'start' : 'middle'}
        className="fill-muted text-[11px] tabular-nums"
      >
        {points[0]?.date}
      </text>
      {last > first && (
        <text x={x(last)} y={HEIGHT - 6} textAnchor="end" className="fill-muted text-[11px] tabular-nums">
          {points.at(-1)?.date}
        </text>
      )}
    </svg>
  )
}

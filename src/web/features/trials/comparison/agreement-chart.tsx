import { useMemo } from 'react'
import type { Agreement, Values } from '#imagery/comparison/compare-values.ts'
import { ticksOf } from '#imagery/traits/derived/ticks.ts'
import { rangeOf } from '../analysis/chart-scale.ts'
import { useSize } from '../analysis/use-size.ts'
import { valueText } from '../messages.ts'

export type ChartKind = 'values' | 'differences'

type AgreementChartProps = { kind: ChartKind; ours: Values; theirs: Values; agreement: Agreement; unit: string }

const [LEFT, BOTTOM, TOP, RIGHT, HEIGHT] = [60, 44, 10, 12, 340]

/** A point for each plot: values of both, or differences over means (Bland and Altman). The table beside it says the same. */
export function AgreementChart({ kind, ours, theirs, agreement, unit }: AgreementChartProps) {
  const [frame, { width }] = useSize()
  const points = useMemo(() => pointsOf(kind, ours, theirs), [kind, ours, theirs])
  const levels = levelsOf(kind, agreement)
  const xs = rangeOf([points.map(([x]) => x)]) ?? [0, 1]
  const ys = rangeOf([points.map(([, y]) => y), levels.map(({ y }) => y)]) ?? [0, 1]
  const x = (value: number) => LEFT + 4 + ((value - xs[0]) / (xs[1] - xs[0])) * (width - LEFT - RIGHT - 8)
  const y = (value: number) => TOP + 4 + (1 - (value - ys[0]) / (ys[1] - ys[0])) * (HEIGHT - TOP - BOTTOM - 8)
  const dots = points.map((point) => `M${x(point[0]).toFixed(1)} ${y(point[1]).toFixed(1)}h0`).join('')
  const [xTitle, yTitle] = kind === 'values' ? ['Here', 'Your table'] : ['Mean of both', 'Your table − here']
  const low = Math.max(xs[0], ys[0])
  const high = Math.min(xs[1], ys[1])
  return (
    <div ref={frame} className="min-w-0">
      <svg aria-hidden width={width} height={HEIGHT} className="block max-w-full fill-muted text-note tabular-nums">
        {ticksOf(ys, 6).map((value) => (
          <g key={value}>
            <line x1={LEFT} x2={width - RIGHT} y1={y(value)} y2={y(value)} className="stroke-line" />
            <text x={LEFT - 6} y={y(value) + 4} textAnchor="end">
              {valueText(value, unit)}
            </text>
          </g>
        ))}
        {ticksOf(xs, Math.max(2, Math.floor(width / 110))).map((value) => (
          <text key={value} x={x(value)} y={HEIGHT - BOTTOM + 16} textAnchor="middle">
            {valueText(value, unit)}
          </text>
        ))}
        <text x={(LEFT + width - RIGHT) / 2} y={HEIGHT - 6} textAnchor="middle" className="fill-ink">
          {xTitle}
        </text>
        <text transform={`translate(12 ${HEIGHT / 2 - 20}) rotate(-90)`} textAnchor="middle" className="fill-ink">
          {yTitle}
        </text>
        {kind === 'values' && low < high && (
          <line
            {...{ x1: x(low), y1: y(low), x2: x(high), y2: y(high) }}
            className="stroke-ink [stroke-dasharray:2_3]"
          />
        )}
        {levels.map(({ name, y: level }) => (
          <line
            key={name}
            x1={LEFT}
            x2={width - RIGHT}
            y1={y(level)}
            y2={y(level)}
            className="stroke-ink [stroke-dasharray:6_4]"
          />
        ))}
        <path d={dots} strokeWidth={5} strokeLinecap="round" className="stroke-action opacity-60" />
      </svg>
    </div>
  )
}

function pointsOf(kind: ChartKind, ours: Values, theirs: Values): (readonly [number, number])[] {
  return ours.flatMap((our, at) => {
    const their = theirs[at] ?? null
    if (our === null || their === null) return []
    return [kind === 'values' ? ([our, their] as const) : ([(our + their) / 2, their - our] as const)]
  })
}

function levelsOf(kind: ChartKind, { meanDifference, limits }: Agreement): { name: string; y: number }[] {
  if (kind === 'values') return []
  const [low, high] = limits ?? []
  return [
    { name: 'mean', y: meanDifference },
    ...(low === undefined || high === undefined
      ? []
      : [
          { name: 'low', y: low },
          { name: 'high', y: high },
        ]),
  ]
}

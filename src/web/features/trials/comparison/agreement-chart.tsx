import { useMemo } from 'react'
import type { Agreement, Values } from '#imagery/comparison/compare-values.ts'
import { rangeOf } from '../analysis/chart-scale.ts'
import { Dots, PointAxes, pointPlaneOf } from '../analysis/point-axes.tsx'
import { useSize } from '../analysis/use-size.ts'

export type ChartKind = 'values' | 'differences'

type AgreementChartProps = { kind: ChartKind; ours: Values; theirs: Values; agreement: Agreement; unit: string }

const HEIGHT = 340

/** A point for each plot: values of both, or differences over means (Bland and Altman). The table beside it says the same. */
export function AgreementChart({ kind, ours, theirs, agreement, unit }: AgreementChartProps) {
  const [frame, { width }] = useSize()
  const points = useMemo(() => pointsOf(kind, ours, theirs), [kind, ours, theirs])
  const levels = levelsOf(kind, agreement)
  const xs = rangeOf([points.map(([x]) => x)]) ?? [0, 1]
  const ys = rangeOf([points.map(([, y]) => y), levels]) ?? [0, 1]
  const plane = pointPlaneOf({ across: xs, up: ys, width, height: HEIGHT })
  const { x, y } = plane
  const [xTitle, yTitle] = kind === 'values' ? ['Here', 'Your table'] : ['Mean of both', 'Your table − here']
  const low = Math.max(xs[0], ys[0])
  const high = Math.min(xs[1], ys[1])
  return (
    <div ref={frame} className="min-w-0">
      <svg aria-hidden width={width} height={HEIGHT} className="block max-w-full fill-muted text-note tabular-nums">
        <PointAxes {...{ plane, unit, xTitle, yTitle }} most={6} />
        {kind === 'values' && low < high && (
          <line
            {...{ x1: x(low), y1: y(low), x2: x(high), y2: y(high) }}
            className="stroke-ink [stroke-dasharray:2_3]"
          />
        )}
        {levels.map((level, at) => (
          <line
            // oxlint-disable-next-line react/no-array-index-key -- the mean, and its limits
            key={at}
            x1={plane.left}
            x2={plane.right}
            y1={y(level)}
            y2={y(level)}
            className="stroke-ink [stroke-dasharray:6_4]"
          />
        ))}
        <Dots points={points.map((point) => ({ left: x(point[0]), top: y(point[1]) }))} />
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

const levelsOf = (kind: ChartKind, { meanDifference, limits }: Agreement): number[] =>
  kind === 'values' ? [] : [meanDifference, ...(limits ?? [])]

import type { MouseEvent } from 'react'
import type { Scale } from '#imagery/traits/derived/colour-scale.ts'
import { lineThrough } from '#imagery/traits/derived/correlations.ts'
import { ticksOf } from '#imagery/traits/derived/ticks.ts'
import { rangeOf } from '../analysis/chart-scale.ts'
import { useSize } from '../analysis/use-size.ts'
import { coefficientText, valueText } from '../messages.ts'
import { pointAtPlot, usePointedPlots } from '../workspace/pointed-plots.ts'
import { type AssociationRow, textOfWhy } from './association-columns.tsx'

type ScatterChartProps = {
  title: string
  /** The plots of the values. */
  plotIds: readonly string[]
  xs: readonly (number | null)[]
  ys: readonly (number | string | null)[]
  xTitle: string
  yTitle: string
  found: AssociationRow['found']
  onChoose: (plotId: string) => void
}

const [LEFT, BOTTOM, TOP, RIGHT, HEIGHT] = [60, 44, 10, 12, 300]
/** How far from a point the pointer may be, in pixels. */
const REACH = 16

/** A point for each plot that has both values, and the line through them. */
export function ScatterChart({ title, plotIds, xs, ys, xTitle, yTitle, found, onChoose }: ScatterChartProps) {
  const [frame, { width }] = useSize()
  const pairs = xs.flatMap((value, at): Pair[] => {
    const [other, plotId] = [ys[at], plotIds[at]]
    return value !== null && typeof other === 'number' && plotId !== undefined ? [{ plotId, pair: [value, other] }] : []
  })
  const across = rangeOf([pairs.map(({ pair }) => pair[0])]) ?? [0, 1]
  const up = rangeOf([pairs.map(({ pair }) => pair[1])]) ?? [0, 1]
  const line = typeof found === 'string' ? null : lineThrough(pairs.map(({ pair }) => pair))
  const x = (value: number) => LEFT + 4 + ((value - across[0]) / (across[1] - across[0])) * (width - LEFT - RIGHT - 8)
  const y = (value: number) => TOP + 4 + (1 - (value - up[0]) / (up[1] - up[0])) * (HEIGHT - TOP - BOTTOM - 8)
  const points = pairs.map(({ plotId, pair }): Point => ({ plotId, left: x(pair[0]), top: y(pair[1]) }))
  return (
    <figure aria-label={title} className="flex max-w-2xl min-w-0 flex-col gap-1">
      <figcaption className="text-sm">
        <span className="font-semibold">{title}</span>
        <span className="text-muted">
          {`: ${pairs.length.toLocaleString('en')} plots have both`}
          {typeof found === 'string' ? `. ${textOfWhy(found)}.` : `, r\u00a0=\u00a0${coefficientText(found.pearson)}`}
        </span>
      </figcaption>
      <div ref={frame} className="min-w-0">
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the rows of the table of plots do the same */}
        <svg
          aria-hidden
          width={width}
          height={HEIGHT}
          className="block max-w-full cursor-pointer fill-muted text-note tabular-nums"
          onPointerMove={(event) => pointAtPlot(nearestTo(event, points))}
          onPointerLeave={() => pointAtPlot(null)}
          onClick={(event) => {
            const plotId = nearestTo(event, points)
            if (plotId !== undefined) onChoose(plotId)
          }}
        >
          <Axes {...{ across, up, x, y, width, xTitle, yTitle }} />
          {line && (
            <line
              x1={x(across[0])}
              x2={x(across[1])}
              y1={y(line.intercept + line.slope * across[0])}
              y2={y(line.intercept + line.slope * across[1])}
              className="stroke-ink"
            />
          )}
          <Points points={points} />
        </svg>
      </div>
    </figure>
  )
}

type Pair = { plotId: string; pair: readonly [x: number, y: number] }
/** In pixels of the drawing. */
type Point = { plotId: string; left: number; top: number }

/** The plot whose point is nearest to the pointer, if that is near. */
function nearestTo(event: MouseEvent, points: readonly Point[]): string | undefined {
  const box = event.currentTarget.getBoundingClientRect()
  let [nearest, best]: [string | undefined, number] = [undefined, REACH]
  for (const { plotId, left, top } of points) {
    const distance = Math.hypot(left - event.clientX + box.left, top - event.clientY + box.top)
    if (distance < best) [nearest, best] = [plotId, distance]
  }
  return nearest
}

type AxesProps = {
  across: Scale
  up: Scale
  x: (value: number) => number
  y: (value: number) => number
  width: number
  xTitle: string
  yTitle: string
}

const Axes = ({ across, up, x, y, width, xTitle, yTitle }: AxesProps) => (
  <>
    {ticksOf(up, 5).map((value) => (
      <g key={value}>
        <line x1={LEFT} x2={width - RIGHT} y1={y(value)} y2={y(value)} className="stroke-line" />
        <text x={LEFT - 6} y={y(value) + 4} textAnchor="end">
          {valueText(value, '')}
        </text>
      </g>
    ))}
    {ticksOf(across, Math.max(2, Math.floor(width / 110))).map((value) => (
      <text key={value} x={x(value)} y={HEIGHT - BOTTOM + 16} textAnchor="middle">
        {valueText(value, '')}
      </text>
    ))}
    <text x={(LEFT + width - RIGHT) / 2} y={HEIGHT - 6} textAnchor="middle" className="fill-ink">
      {xTitle}
    </text>
    <text transform={`translate(12 ${HEIGHT / 2 - 20}) rotate(-90)`} textAnchor="middle" className="fill-ink">
      {yTitle}
    </text>
  </>
)

/** Those of plots that are pointed at in any view stand out. */
function Points({ points }: { points: readonly Point[] }) {
  const pointed = usePointedPlots()
  return (
    <>
      <path
        d={points.map(({ left, top }) => `M${left.toFixed(1)} ${top.toFixed(1)}h0`).join('')}
        strokeWidth={5}
        strokeLinecap="round"
        className="stroke-action opacity-60"
      />
      {points
        .filter(({ plotId }) => pointed.includes(plotId))
        .map(({ plotId, left, top }) => (
          <circle key={plotId} cx={left} cy={top} r={5} className="fill-action stroke-ink stroke-2" />
        ))}
    </>
  )
}

import type { MouseEvent } from 'react'
import { lineThrough } from '#imagery/traits/derived/correlations.ts'
import { rangeOf } from '../analysis/chart-scale.ts'
import { Dots, PointAxes, pointPlaneOf } from '../analysis/point-axes.tsx'
import { useSize } from '../analysis/use-size.ts'
import { coefficientText } from '../messages.ts'
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

const HEIGHT = 300
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
  const plane = pointPlaneOf({ across, up, width, height: HEIGHT })
  const { x, y } = plane
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
          <PointAxes {...{ plane, xTitle, yTitle }} most={5} unit="" />
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

/** Those of plots that are pointed at in any view stand out. */
function Points({ points }: { points: readonly Point[] }) {
  const pointed = usePointedPlots()
  return (
    <>
      <Dots points={points} />
      {points
        .filter(({ plotId }) => pointed.includes(plotId))
        .map(({ plotId, left, top }) => (
          <circle key={plotId} cx={left} cy={top} r={5} className="fill-action stroke-ink stroke-2" />
        ))}
    </>
  )
}

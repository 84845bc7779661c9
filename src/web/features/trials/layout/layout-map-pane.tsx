import { useEffect, useMemo } from 'react'
import { insetPolygon } from '#imagery/plots/inset.ts'
import { keyOf, type LaidOutPlot } from '#imagery/plots/layout.ts'
import { MapButtons } from '#web/lib/raster-map/map-buttons.tsx'
import { TileProblem } from '#web/lib/raster-map/tile-problem.tsx'
import type { FieldPlane } from '../flight-map/plane-of.ts'
import { type Draft, isPlaced } from './draft.ts'
import { type Grip, gripsOf } from './grips.ts'
import type { ShownLayout } from './layout-features.ts'
import { type LayoutMapOptions, useLayoutMap } from './use-layout-map.ts'

/** The orthomosaic with the plots over it. Corners are clicked, and what is there is dragged. */
export function LayoutMapPane({ chosen, ...options }: LayoutMapOptions & { chosen: Grip | null }) {
  const { plane, draft, plots } = options
  const { target, view, layoutMap, hasProblem, readAgain, fit } = useLayoutMap(options)
  const shown = useMemo(() => ({ ...shownLayout(draft, plots, plane), chosen }), [draft, plots, plane, chosen])
  useEffect(() => layoutMap?.show(shown), [layoutMap, shown])
  return (
    <>
      <div
        ref={target}
        role="application"
        aria-label="Plots on the map. Arrow keys move what is selected by 5 cm, with Shift by 50 cm; without a selection they move the map. Plus and minus zoom, Escape ends the selection."
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys move it
        tabIndex={0}
        className="absolute inset-0 touch-none bg-sunken focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus"
      />
      <MapButtons onZoom={(by) => view.adjustZoom(by)} all="Show all" onFit={fit} />
      {hasProblem && (
        <div className="absolute inset-x-2 top-20 z-10">
          <TileProblem onTryAgain={readAgain} />
        </div>
      )}
    </>
  )
}

function shownLayout(
  draft: Draft,
  plots: readonly LaidOutPlot[],
  { toPlane }: FieldPlane,
): Omit<ShownLayout, 'chosen'> {
  const { corners, buffer } = draft
  const isDrawing = !isPlaced(draft)
  const clicked = corners.map((corner, at) => [`corner ${at}`, toPlane(corner)] as const)
  const withoutMargin = (at: number) => {
    const left = insetPolygon([[plots[at]?.ring ?? []]], buffer) ?? []
    return left.flatMap(([ring]) => (ring ? [ring.map(toPlane)] : []))
  }
  return {
    isDrawing,
    plots: plots.map((plot) => ({ ...plot, key: keyOf(plot), ring: plot.ring.map(toPlane) })),
    grips: plots.length > 0 ? gripsOf(draft).map(([grip, at]) => [grip, toPlane(at)] as const) : clicked,
    withoutMargin: buffer.ends > 0 || buffer.sides > 0 ? withoutMargin : null,
  }
}

import View from 'ol/View.js'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { blockCorners } from '#imagery/plots/grid.ts'
import { type LaidOutPlot, layOut } from '#imagery/plots/layout.ts'
import type { Position } from '#imagery/plots/polygon.ts'
import type { ViewCopy } from '#imagery/rasters/view-copy.ts'
import { PLANE } from '#web/lib/raster-map/map-frame.ts'
import { useTileProblems } from '#web/lib/raster-map/use-tile-problems.ts'
import type { FieldPlane, PlacedMap } from '../flight-map/plane-of.ts'
import { usualLookOf } from '../map/levels.ts'
import { isPlaced, previewOf, withClick } from './draft.ts'
import { type Choosing, type Grip, moveGrip } from './grips.ts'
import { closed } from './layout-features.ts'
import { createLayoutMap, type LayoutMap } from './layout-map.ts'
import type { Editing } from './use-draft.ts'

export type LayoutMapOptions = Editing &
  Pick<Choosing, 'onChoose'> & {
    map: PlacedMap
    copy: ViewCopy
    plane: FieldPlane
    plots: readonly LaidOutPlot[]
  }

const SAME_PLACE_PX = 4

/** While they are drawn; of more plots, the block is shown. */
const PREVIEW_MAX = 600

/** The map on the page. Clicks and drags on it change the draft. */
export function useLayoutMap(options: LayoutMapOptions) {
  const target = useRef<HTMLDivElement>(null)
  const { map, copy, plane, draft, plots, onChoose, onChange } = options
  const [view] = useState(
    () => new View({ projection: PLANE, constrainResolution: false, constrainRotation: false, showFullExtent: true }),
  )
  const [layoutMap, setLayoutMap] = useState<LayoutMap | null>(null)
  const { hasProblem, attempt, onTileProblem, readAgain } = useTileProblems()
  const onClick = useEffectEvent((at: Position, grip: Grip | null) => {
    const last = draft.corners.at(-1)
    const [x, y] = last ? plane.toPlane(last) : [Infinity, Infinity]
    if (isPlaced(draft)) onChoose(grip)
    // The second half of a double click sets no corner.
    else if (Math.hypot(at[0] - x, at[1] - y) > SAME_PLACE_PX * (view.getResolution() ?? 1))
      onChange((before) => withClick(before, plane.fromPlane(at)))
  })
  const outlineAt = useEffectEvent((at: Position): number[][][] => {
    const place = plane.fromPlane(at)
    const [first] = draft.corners
    const drawn = previewOf(draft, place)
    if (!drawn) return first ? [[[...plane.toPlane(first)], [...at]]] : []
    const laid = drawn.rows * drawn.columns > PREVIEW_MAX ? { problem: 'Too many to follow a pointer' } : layOut(drawn)
    const rings = 'plots' in laid ? laid.plots.map(({ ring }) => ring) : [blockCorners(drawn)]
    return rings.map((ring) => closed(ring.map(plane.toPlane)))
  })
  const onDrag = useEffectEvent((grip: Grip, { from, to, drag }: { from: Position; to: Position; drag: number }) => {
    const [a, b] = [plane.fromPlane(from), plane.fromPlane(to)]
    onChoose(grip)
    onChange((before) => moveGrip(before, grip, [b[0] - a[0], b[1] - a[1]]), `drag ${drag}`)
  })
  const begin = useEffectEvent((created: LayoutMap) => {
    view.setRotation(plane.frame.rotation ?? 0)
    if (!view.getCenter()) created.fit(placesOf(plane, plots))
  })
  useEffect(() => {
    if (!target.current) return undefined
    const created = createLayoutMap({
      target: target.current,
      view,
      raster: { map, copy, ...usualLookOf(map) },
      onTileProblem,
      onClick: (...told) => onClick(...told),
      onDrag: (...told) => onDrag(...told),
      outlineAt: (at) => outlineAt(at),
    })
    begin(created)
    setLayoutMap(created)
    return () => {
      setLayoutMap(null)
      created.close()
    }
  }, [map, copy, view, onTileProblem])
  useEffect(() => {
    if (attempt > 0) layoutMap?.reload()
  }, [layoutMap, attempt])
  return { target, view, layoutMap, hasProblem, readAgain, fit: () => layoutMap?.fit(placesOf(plane, plots)) }
}

/** All plots; without any, all of the map. */
function placesOf({ frame, toPlane }: FieldPlane, plots: readonly LaidOutPlot[]): Position[] {
  if (plots.length > 0) return plots.flatMap(({ ring }) => ring.map(toPlane))
  const [left, bottom, right, top] = frame.extent
  return [
    [left, bottom],
    [right, top],
  ]
}

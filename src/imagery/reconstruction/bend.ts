// How far a model may be off in level, tilted and bent: every other photo is adjusted without the others, and the two are compared.

import { createPlaneFit } from '../numbers/fit-plane.ts'
import { fitQuadratic } from '../numbers/fit-quadratic.ts'
import { adjust, type Known } from './adjust.ts'
import { align } from './align.ts'
import { choosePoints } from './filter-points.ts'
import type { Reconstruction, TiePoints } from './model.ts'

export type Bend = {
  levelMetres: number
  tiltPercent: number
  /** Between the highest and the lowest, once level and tilt are taken out. */
  bowMetres: number
}

const VIEWS_MIN = 5
const POINTS_MIN = 100

/**
 * Of the model of all photos: half of the difference, because each half has twice its variance. What both share, such as a lens that
 * no model fits, is not in it. Null where the halves have too little in common.
 */
export function bendOf(model: Reconstruction, { fixes, focals }: Known): Bend | null {
  const inOrder = [...model.views.keys()].sort((one, other) =>
    (model.views[one]?.name ?? '') < (model.views[other]?.name ?? '') ? -1 : 1,
  )
  const [odd, even] = [1, 0].map((half) => {
    const views = inOrder.filter((_, at) => at % 2 === half)
    if (views.length < VIEWS_MIN) return null
    const part = partOf(model, views)
    if (part.ids.length < POINTS_MIN) return null
    const known = { fixes: views.map((view) => fixes[view] ?? null), focals }
    // By its own positions: from where the whole lies, tilt would hardly move before the adjustment ends.
    const placed = align(
      part.model,
      known.fixes.map((fix) => fix && fix.at),
    )
    if (!placed) return null
    const { points } = adjust(placed, known)
    return new Map(part.ids.map((id, at) => [id, points.positions.subarray(at * 3, at * 3 + 3)]))
  })
  if (!odd || !even) return null
  const shared = [...odd].flatMap(([id, one]) => {
    const other = even.get(id)
    return other
      ? [
          {
            x: (one[0] ?? 0) / 2 + (other[0] ?? 0) / 2,
            y: (one[1] ?? 0) / 2 + (other[1] ?? 0) / 2,
            height: (one[2] ?? 0) - (other[2] ?? 0),
          },
        ]
      : []
  })
  if (shared.length < POINTS_MIN) return null
  const surface = fitQuadratic({
    x: Float64Array.from(shared, ({ x }) => x),
    y: Float64Array.from(shared, ({ y }) => y),
    height: Float64Array.from(shared, ({ height }) => height),
  })
  return surface ? halfOf(shared.map(({ x, y }) => ({ x, y, height: surface.heightAt(x, y) }))) : null
}

type Place = { x: number; y: number; height: number }

function halfOf(places: readonly Place[]): Bend | null {
  const fit = createPlaneFit()
  const [first] = places
  const [west, south] = [first?.x ?? 0, first?.y ?? 0]
  for (const { x, y, height } of places) fit.add(x - west, y - south, height)
  const plane = fit.plane()
  if (!plane) return null
  const left = places
    .map(
      ({ x, y, height }) =>
        height - plane.z - plane.alongX * (x - west - plane.x) - plane.alongY * (y - south - plane.y),
    )
    .sort((one, other) => one - other)
  return {
    levelMetres: Math.abs(plane.z) / 2,
    tiltPercent: (100 * Math.hypot(plane.alongX, plane.alongY)) / 2,
    bowMetres: ((left.at(-1) ?? 0) - (left[0] ?? 0)) / 2,
  }
}

/** Of some views, with the points that two of them show and which of all these are. */
function partOf(
  { cameras, views, points }: Reconstruction,
  kept: readonly number[],
): { model: Reconstruction; ids: number[] } {
  const places = new Map(kept.map((view, at) => [view, at]))
  const { were: ids, ...chosen } = choosePoints(points, {
    isNear: (_, observation) => places.has(points.views[observation] ?? -1),
    isKept: (_, observations) => observations >= 2,
  })
  const part: TiePoints = { ...chosen, views: chosen.views.map((view) => places.get(view) ?? 0) }
  return { model: { cameras, views: kept.flatMap((view) => views[view] ?? []), points: part }, ids }
}

// From what COLMAP found to a model on the ground, or why there is none.
import { adjust, type Fix, type Known, type KnownBend } from './adjust.ts'
import { align } from './align.ts'
import { checkModel, type Figures, measureModel } from './check-model.ts'
import { filterPoints, withoutSpikes } from './filter-points.ts'
import type { Reconstruction, Vector, View } from './model.ts'
import { type Refusal, refuse } from './refusal.ts'

export type Placed = {
  /** By the names of the views; in metres east, north and up. */
  fixes: ReadonlyMap<string, Fix>
  /** By the names of the views, in pixels, as the photos say. */
  focals: ReadonlyMap<string, number>
  /** By the names of the views, of their lenses. */
  bends?: ReadonlyMap<string, KnownBend>
  /** By the names of the views, in metres in a second, where rows may have been taken one after the other. */
  speeds?: ReadonlyMap<string, Vector>
}

export type Solved = { model: Reconstruction; figures: Figures }
type Result = { solved: Solved; refusal: null } | { solved: Solved | null; refusal: Refusal }

/** What is known of the first photo of a camera. */
export function ofCamera<Found>(
  views: readonly View[],
  camera: number,
  known: ReadonlyMap<string, Found>,
): Found | undefined {
  const view = views.find((one) => one.camera === camera)
  return view && known.get(view.name)
}

/** What the photos of a model say, and earlier flights. */
export const knownOf = ({ cameras, views }: Reconstruction, { fixes, focals, bends }: Placed): Known => ({
  fixes: views.map(({ name }) => fixes.get(name) ?? null),
  focals: cameras.map((camera, at) => ofCamera(views, at, focals) ?? camera.lens.focal),
  bends: cameras.map((_, at) => (bends && ofCamera(views, at, bends)) ?? null),
})

/** Of several models that don't touch the largest is taken. `photos` is how many were matched. */
export function solveModel(models: readonly Reconstruction[], placed: Placed, photos: number): Result {
  const [largest] = [...models].sort((one, other) => other.views.length - one.views.length)
  if (!largest || largest.views.length < 3) return { solved: null, refusal: refuse.noOverlap() }
  const known = knownOf(largest, placed)
  const positions = known.fixes.map((fix): Vector | null => fix && fix.at)
  const aligned = align(largest, positions)
  if (!aligned) return { solved: null, refusal: refuse.notJoined(largest.views.length, photos) }
  const views = aligned.views.map((view): View => {
    const speed = placed.speeds?.get(view.name)
    return speed ? { ...view, speed } : view
  })
  const first = adjust({ ...aligned, views, points: withoutSpikes(aligned.points) }, known)
  const points = filterPoints(first)
  if (points.count < 3) return { solved: null, refusal: refuse.noOverlap() }
  const model = adjust({ ...first, points }, known)
  const figures = measureModel(model, { positions, focals: known.focals })
  const refusal = checkModel(figures, photos)
  const solved = { model, figures }
  return refusal ? { solved, refusal } : { solved, refusal }
}

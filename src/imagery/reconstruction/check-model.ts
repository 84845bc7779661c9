// What a reconstruction is worth: how well it fits the photos, their positions and their lenses.

import { createPlaneFit } from '../numbers/fit-plane.ts'
import { reprojectionError } from './adjust.ts'
import type { Positions } from './align.ts'
import { medianOf } from './filter-points.ts'
import type { Reconstruction, TiePoints } from './model.ts'
import { MODEL_LIMITS } from './model-limits.ts'
import { type Refusal, refuse } from './refusal.ts'

export type Figures = {
  registered: number
  tiePoints: number
  /** Root mean square, in pixels of the photos as they were matched. */
  reprojectionPixels: number
  /** Root mean square of the distances between cameras and their positions. It is a fit: the positions took part. */
  gpsFit: { horizontalMetres: number; verticalMetres: number }
  /** Of a plane through the tie points. */
  tiltDegrees: number
  /** Of the median tie point, above the ellipsoid or the sea as the photos count. */
  groundMetres: number
  heightAboveGroundMetres: number
  /** `byPhotos` is what the photos say; both as shares of the width. */
  lenses: {
    width: number
    height: number
    photos: number
    focalRatio: number
    byPhotos: number
    differencePercent: number
  }[]
}

const rms = (values: readonly number[]): number =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / Math.max(1, values.length))

type Given = { positions: Positions; focals: readonly number[] }

export function measureModel(model: Reconstruction, { positions, focals }: Given): Figures {
  const { cameras, views, points } = model
  const off = views.flatMap(({ centre }, at) => {
    const position = positions[at]
    return position
      ? [{ across: Math.hypot(centre[0] - position[0], centre[1] - position[1]), up: centre[2] - position[2] }]
      : []
  })

  const ground = groundOf(points)
  return {
    registered: views.length,
    tiePoints: points.count,
    reprojectionPixels: reprojectionError(model),
    gpsFit: { horizontalMetres: rms(off.map(({ across }) => across)), verticalMetres: rms(off.map(({ up }) => up)) },
    tiltDegrees: tiltOf(points),
    groundMetres: ground,
    heightAboveGroundMetres: medianOf(views.map(({ centre }) => centre[2])) - ground,
    lenses: cameras.map(({ width, height, lens }, at) => {
      const [side, byPhotos] = [Math.max(width, height), focals[at] ?? lens.focal]
      return {
        width,
        height,
        photos: views.filter(({ camera }) => camera === at).length,
        focalRatio: lens.focal / side,
        byPhotos: byPhotos / side,
        differencePercent: 100 * (lens.focal / byPhotos - 1),
      }
    }),
  }
}

/** Null when nothing speaks against the map. `photos` is how many were matched. */
export function checkModel(figures: Figures, photos: number): Refusal | null {
  if (figures.registered < MODEL_LIMITS.registeredLeast * photos) return refuse.notJoined(figures.registered, photos)
  if (!(figures.reprojectionPixels < MODEL_LIMITS.reprojectionPixels))
    return refuse.reprojection(figures.reprojectionPixels)
  const worst =
    figures.lenses
      .map(({ differencePercent }) => differencePercent / 100)
      .sort((a, b) => Math.abs(b) - Math.abs(a))[0] ?? 0
  if (!(Math.abs(worst) <= MODEL_LIMITS.focalOff)) return refuse.focalLength(worst)
  if (!(figures.tiltDegrees < MODEL_LIMITS.tiltDegrees)) return refuse.tilt(figures.tiltDegrees)
  if (!(figures.gpsFit.horizontalMetres <= MODEL_LIMITS.fitMetres))
    return refuse.positionFit(figures.gpsFit.horizontalMetres)
  return null
}

export function groundOf({ count, positions }: TiePoints): number {
  return medianOf(Array.from({ length: count }, (_, point) => positions[point * 3 + 2] ?? 0))
}

/** Of the plane with the least squares of heights, in degrees. */
function tiltOf({ count, positions }: TiePoints): number {
  const [west = 0, south = 0] = positions
  const fit = createPlaneFit()
  for (let at = 0; at < count * 3; at += 3)
    fit.add((positions[at] ?? 0) - west, (positions[at + 1] ?? 0) - south, positions[at + 2] ?? 0)
  const plane = fit.plane()
  return plane ? (Math.atan(Math.hypot(plane.alongX, plane.alongY)) * 180) / Math.PI : 90
}

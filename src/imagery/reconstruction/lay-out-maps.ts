// From cameras and tie points to the surface and the frame of the maps.
import { groundOf } from './check-model.ts'
import { medianOf } from './filter-points.ts'
import { boundsOf, countPhotos, cropTo } from './footprint.ts'
import type { Reconstruction } from './model.ts'
import { supportOf } from './support.ts'
import { makeSurface, type Surface } from './surface.ts'

/** Of an orthomosaic. With more, its pixels get larger. */
const PIXELS_MAX = 100_000_000
/** Pixels of the orthomosaic to a cell of the surface. */
export const CELL_PIXELS = 8
/** Of the height above the ground: tie points farther apart say nothing of what is between them. */
const SIDE_MAX = 0.25
/** Of the ground only what two photos show is a map, and only where its height is not a guess. */
const PHOTOS_MIN = 2

export type MapLayout = {
  surface: Surface
  /** 1 for cells that two photos show and that tie points lie around. */
  isCovered: Uint8Array
  ground: number
  heightAboveGround: number
  /** Of a pixel of the orthomosaic, in metres. */
  pixel: number
  areaHectares: number
}

/** `photoScale` is how many pixels of the photo as it was taken make one of the photo that was matched, by view. */
export function layOutMaps(model: Reconstruction, photoScales: readonly number[]): MapLayout {
  const ground = groundOf(model.points)
  const heightAboveGround = medianOf(model.views.map(({ centre }) => centre[2])) - ground
  const [west, south, east, north] = boundsOf(model, ground)
  const gsd = medianOf(
    model.views.map(
      ({ centre, camera }, at) =>
        (centre[2] - ground) / (model.cameras[camera]?.lens.focal ?? 1) / (photoScales[at] ?? 1),
    ),
  )
  // In whole tenths of a millimetre.
  const pixel =
    Math.ceil(Math.max(gsd, Math.sqrt(((east - west) * (north - south)) / 2 / PIXELS_MAX)) * 10_000) / 10_000
  const cell = pixel * CELL_PIXELS
  const size = { width: Math.ceil((east - west) / cell), height: Math.ceil((north - south) / cell) }
  const whole = makeSurface(model.points, { west, north, cell, ...size }, SIDE_MAX * heightAboveGround)
  const isSupported = supportOf(whole)
  const { surface, isKept } = cropTo(
    whole,
    countPhotos(model, whole).map((count, at) => (count >= PHOTOS_MIN && isSupported[at] ? 1 : 0)),
  )
  const areaHectares = (isKept.reduce((sum, kept) => sum + kept, 0) * cell * cell) / 10_000
  return { surface, isCovered: isKept, ground, heightAboveGround, pixel, areaHectares }
}

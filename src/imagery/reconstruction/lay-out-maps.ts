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
/** Of the ground only what two photos show is a map. */
const PHOTOS_MIN = 2

export type MapLayout = {
  surface: Surface
  /** 1 for cells that two photos show. */
  isCovered: Uint8Array
  ground: number
  heightAboveGround: number
  /** Of a pixel of the orthomosaic, in metres. */
  pixel: number
  areaHectares: number
  /** Of the covered cells, how many lie beyond the tie points, from 0 to 1: their heights are continued. */
  continuedShare: number
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
  const { surface, isKept } = cropTo(
    whole,
    countPhotos(model, whole).map((count) => (count >= PHOTOS_MIN ? 1 : 0)),
  )
  const isSupported = supportOf(surface)
  const covered = isKept.reduce((sum, kept) => sum + kept, 0)
  const supported = isKept.reduce((sum, kept, at) => sum + (kept && isSupported[at] ? 1 : 0), 0)
  return {
    surface,
    isCovered: isKept,
    ground,
    heightAboveGround,
    pixel,
    areaHectares: (covered * cell * cell) / 10_000,
    continuedShare: 1 - supported / covered,
  }
}

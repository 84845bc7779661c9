// Which photos say something of a block of ground.
import { type Lens, project, type Vector, type View } from '../reconstruction/model.ts'
import { PHOTOS_MAX } from './kernel/create-kernel.ts'

/** A photo of full size: its lens in its pixels, and how it reads its grey bytes. */
export type DensePhoto = {
  lens: Lens
  view: View
  width: number
  height: number
  /** Grey bytes of a part, row by row, after so many halvings of both sides. */
  readGrey: (halvings: number, part: Part) => Uint8Array
}

/** In pixels. */
export type Part = { left: number; top: number; width: number; height: number }

/** West, north, east and south in metres, and a height. */
export type Level = { west: number; north: number; east: number; south: number; height: number }

/** Pixels of a photo at its edge that are not used. */
const EDGE = 8
/** Of the height above the ground: photos that stand nearer to one another say the same. */
const APART_MIN = 0.1

export type Look = (at: Vector, out: { x: number; y: number }) => number

export const looksOf = (photos: readonly DensePhoto[]): Look[] => photos.map(({ lens, view }) => project(lens, view))

/** The photos that show all of a level piece of ground, nearest to straight above first; at most nine. */
export function choosePhotos(photos: readonly DensePhoto[], looks: readonly Look[], level: Level): number[] {
  const { west, north, east, south, height } = level
  const [middleX, middleY] = [(west + east) / 2, (north + south) / 2]
  const corners: Vector[] = [
    [west, north, height],
    [east, north, height],
    [west, south, height],
    [east, south, height],
  ]
  const at = { x: 0, y: 0 }
  const shows = (photo: DensePhoto, look: Look | undefined): boolean =>
    look !== undefined &&
    corners.every(
      (corner) =>
        look(corner, at) > 0 && at.x > EDGE && at.y > EDGE && at.x < photo.width - EDGE && at.y < photo.height - EDGE,
    )
  const inOrder = photos
    .map(({ view: { centre } }, index) => ({
      index,
      centre,
      away: Math.hypot(centre[0] - middleX, centre[1] - middleY),
    }))
    .filter(({ index }) => photos[index] && shows(photos[index], looks[index]))
    .toSorted((one, other) => one.away - other.away)
  const chosen: typeof inOrder = []
  for (const one of inOrder) {
    if (chosen.length === PHOTOS_MAX) break
    const apart = APART_MIN * (one.centre[2] - height)
    if (chosen.every(({ centre }) => distance(centre, one.centre) >= apart)) chosen.push(one)
  }
  return chosen.map(({ index }) => index)
}

const distance = (one: Vector, other: Vector): number =>
  Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])

// Photos as they lie on the ground, for drawing and pointing at them.
import type { Flight } from '#domain/flights.ts'
import { isOblique } from '#imagery/flights/footprint.ts'
import { axisOf } from '#imagery/flights/lines.ts'
import { metresAround, type Place } from '#imagery/flights/local-metres.ts'

/** In metres around the first photo. `width` is 0 for a photo whose ground is no rectangle; `yaw` is in radians clockwise from north. */
export type GroundPhotos = {
  east: Float64Array
  north: Float64Array
  width: Float32Array
  height: Float32Array
  yaw: Float32Array
}

export type Ground = {
  names: readonly string[]
  photos: GroundPhotos
  /** False where the height is unknown: pictures are as large as they find room. */
  isToScale: boolean
  /** Where east and north are 0. */
  origin: Place
}

/** Of an unknown height, a picture is so wide, as a share of the way from one photo to the next. */
const SHARE_OF_STEP = 0.9
const ASPECT = 0.75

export function layOnGround({ positions, footprintMetres }: Pick<Flight, 'positions' | 'footprintMetres'>): Ground {
  const { lon, lat } = positions[0] ?? { lon: 0, lat: 0 }
  const origin = { lon, lat }
  const places = positions.map(metresAround(origin).toMetres)
  const axis = axisOf(places) ?? 0
  const side = footprintMetres ? 0 : SHARE_OF_STEP * middleStep(places)
  const { width, height } = footprintMetres ?? { width: side, height: ASPECT * side }
  return {
    names: positions.map(({ name }) => name),
    photos: {
      east: Float64Array.from(places, (place) => place.east),
      north: Float64Array.from(places, (place) => place.north),
      width: Float32Array.from(positions, (photo) => (isOblique(photo) ? 0 : width)),
      height: Float32Array.from(positions, () => height),
      yaw: Float32Array.from(positions, ({ yaw }) => (yaw === null ? axis : (yaw * Math.PI) / 180)),
    },
    isToScale: footprintMetres !== null,
    origin,
  }
}

function middleStep(places: readonly { east: number; north: number }[]): number {
  const steps = places
    .slice(1)
    .map(({ east, north }, at) => Math.hypot(east - (places[at]?.east ?? 0), north - (places[at]?.north ?? 0)))
    .filter((step) => step > 0)
    .sort((one, other) => one - other)
  return steps[Math.floor(steps.length / 2)] ?? 1
}

/** Corners of what a photo shows, or null where it is no rectangle. */
export function cornersOf({ east, north, width, height, yaw }: GroundPhotos, at: number): [number, number][] | null {
  const [x = 0, y = 0, wide = 0, tall = 0, turn = 0] = [east[at], north[at], width[at], height[at], yaw[at]]
  if (wide === 0) return null
  const [sine, cosine] = [Math.sin(turn), Math.cos(turn)]
  return (
    [
      [-0.5, 0.5],
      [0.5, 0.5],
      [0.5, -0.5],
      [-0.5, -0.5],
    ] as const
  ).map(([right, up]) => [x + right * wide * cosine + up * tall * sine, y - right * wide * sine + up * tall * cosine])
}

/** The photo taken nearest to a place, or -1. */
export function nearestPhoto({ east, north }: GroundPhotos, [x, y]: readonly [number, number]): number {
  let [nearest, least] = [-1, Number.POSITIVE_INFINITY]
  for (const [at, itsEast] of east.entries()) {
    const distance = Math.hypot(itsEast - x, (north[at] ?? 0) - y)
    if (distance < least) [nearest, least] = [at, distance]
  }
  return nearest
}

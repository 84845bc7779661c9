// Which photos share a camera, and which pairs are worth matching.
import type { Chosen } from './select-photos.ts'

/** Matching is the longest step: with more neighbours it takes longer and finds little more. */
const NEIGHBOURS = 8
/** Of the longer side of what a photo shows of the ground: beyond it, too little is shared. */
const REACH = 0.85

/** Photos of one size, model and focal length. */
export function camerasOf(photos: readonly Chosen[]): Chosen[][] {
  const groups = Map.groupBy(
    photos,
    ({ photo, ratio }) => `${photo.width} ${photo.height} ${photo.model} ${photo.serial} ${ratio.ratio.toFixed(3)}`,
  )
  return [...groups.values()]
}

/** Each once, by index among `photos`. */
export function pairsOf(photos: readonly Chosen[], height: number | null): [number, number][] {
  const pairs = new Map<string, [number, number]>()
  for (const [at, one] of photos.entries()) {
    const reach = height === null ? Number.POSITIVE_INFINITY : (REACH * height) / one.ratio.ratio
    const near = photos
      .map((other, index) => ({ index, distance: Math.hypot(one.east - other.east, one.north - other.north) }))
      .filter(({ index, distance }) => index !== at && distance <= reach)
      .sort((a, b) => a.distance - b.distance)
    for (const { index } of near.slice(0, NEIGHBOURS)) {
      const pair: [number, number] = at < index ? [at, index] : [index, at]
      pairs.set(pair.join(' '), pair)
    }
  }
  return [...pairs.values()]
}

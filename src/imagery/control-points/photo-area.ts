// The ground over which photos were taken.

import { aroundMiddle, FAR_METRES } from '../flights/around-middle.ts'
import type { Place } from '../flights/local-metres.ts'
import { distanceTo, edgesOf } from '../plots/crossings.ts'
import { hullOf } from '../plots/hull.ts'
import { type Position, type Ring, side } from '../plots/polygon.ts'

export type PhotoArea = {
  middle: Place
  /** In metres, from the smallest convex shape around the photos; 0 within it. Infinity for what is no place. */
  distanceTo: (place: Place) => number
}

/** Null without positions. */
export function photoAreaOf(places: readonly Place[]): PhotoArea | null {
  if (places.length === 0) return null
  const { middle, onPlane } = aroundMiddle(places)
  const near = places.map(onPlane).filter((at) => Math.hypot(...at) <= FAR_METRES)
  const hull = hullOf(near)
  const ring = hull.length === 0 ? near.slice(0, 1) : hull
  return {
    middle,
    distanceTo: (place) =>
      Number.isFinite(place.lon) && Number.isFinite(place.lat)
        ? distance(onPlane(place), ring)
        : Number.POSITIVE_INFINITY,
  }
}

/** The ring runs anticlockwise, so that within is to the left of each side. */
function distance(at: Position, ring: Ring): number {
  const edges = edgesOf(ring)
  const isWithin = ring.length > 2 && edges.every(([from, to]) => side(from, to, at) >= 0)
  return isWithin ? 0 : Math.min(...edges.map((edge) => distanceTo(edge, at)))
}

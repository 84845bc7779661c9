// The ground over which photos were taken.

import { quantile } from '../flights/lines.ts'
import { type Metres, metresAround, type Place } from '../flights/local-metres.ts'
import { hullOf } from '../plots/hull.ts'

export type PhotoArea = {
  middle: Place
  /** In metres, from the smallest convex shape around the photos; 0 within it. Infinity for what is no place. */
  distanceTo: (place: Place) => number
}

/** Of photos, those farther from the middle one have a wrong position. */
const FAR_METRES = 3000

/** Null without positions. */
export function photoAreaOf(places: readonly Place[]): PhotoArea | null {
  if (places.length === 0) return null
  const middle = {
    lon: quantile(
      places.map(({ lon }) => lon),
      0.5,
    ),
    lat: quantile(
      places.map(({ lat }) => lat),
      0.5,
    ),
  }
  const { toMetres } = metresAround(middle)
  const near = places.map(toMetres).filter(({ east, north }) => Math.hypot(east, north) <= FAR_METRES)
  const hull = hullOf(near.map(({ east, north }) => [east, north] as const)).map(([east, north]) => ({ east, north }))
  const ring = hull.length === 0 ? near.slice(0, 1) : hull
  return {
    middle,
    distanceTo: (place) =>
      Number.isFinite(place.lon) && Number.isFinite(place.lat)
        ? distance(toMetres(place), ring)
        : Number.POSITIVE_INFINITY,
  }
}

/** The ring runs anticlockwise, so that within is to the left of each side. */
function distance(at: Metres, ring: readonly Metres[]): number {
  const sides = ring.map((from, index) => ({ from, to: ring[(index + 1) % ring.length] ?? from }))
  const isWithin = ring.length > 2 && sides.every(({ from, to }) => leftOf(at, from, to) >= 0)
  return isWithin ? 0 : Math.min(...sides.map(({ from, to }) => distanceToSide(at, from, to)))
}

const leftOf = (at: Metres, from: Metres, to: Metres): number =>
  (to.east - from.east) * (at.north - from.north) - (to.north - from.north) * (at.east - from.east)

function distanceToSide(at: Metres, from: Metres, to: Metres): number {
  const [east, north] = [to.east - from.east, to.north - from.north]
  const length = east * east + north * north
  const share = length === 0 ? 0 : ((at.east - from.east) * east + (at.north - from.north) * north) / length
  const along = Math.min(1, Math.max(0, share))
  return Math.hypot(at.east - from.east - along * east, at.north - from.north - along * north)
}

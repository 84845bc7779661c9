// Where a flight took place, and how much of it lies where another one did.
import type { FlightPosition } from '#domain/flights.ts'
import { hullOf } from '../plots/hull.ts'
import { type Ring, side } from '../plots/polygon.ts'
import { aroundMiddle, FAR_METRES } from './around-middle.ts'
import { metresAround, type Place } from './local-metres.ts'

/** Degrees: the smallest box around the photos, and their convex outline, anticlockwise. */
export type FlightPlace = {
  west: number
  south: number
  east: number
  north: number
  hull: [lon: number, lat: number][]
}

/** Null of less than three photos, and of those in one line: they have no outline. */
export function placeOfFlight(positions: readonly FlightPosition[]): FlightPlace | null {
  const { metresTo } = aroundMiddle(positions)
  const near = positions.filter((position) => metresTo(position) <= FAR_METRES)
  const hull = hullOf(near.map(({ lon, lat }) => [lon, lat])) as FlightPlace['hull']
  if (hull.length < 3) return null
  const [lons, lats] = [hull.map(([lon]) => lon), hull.map(([, lat]) => lat)]
  return { west: Math.min(...lons), south: Math.min(...lats), east: Math.max(...lons), north: Math.max(...lats), hull }
}

/** Of two convex outlines, the ground that lies in both by the ground that lies in either: from 0 to 1. */
export function sharedGround(one: FlightPlace['hull'], other: FlightPlace['hull']): number {
  const [lon, lat] = one[0] ?? [0, 0]
  const { toMetres } = metresAround({ lon, lat } satisfies Place)
  const inMetres = (hull: FlightPlace['hull']): Ring =>
    hull.map(([x, y]) => {
      const { east, north } = toMetres({ lon: x, lat: y })
      return [east, north] as const
    })
  const [first, second] = [inMetres(one), inMetres(other)]
  const both = areaOf(clip(first, second))
  const either = areaOf(first) + areaOf(second) - both
  return either > 0 ? both / either : 0
}

/** What of a convex ring lies inside another one that runs anticlockwise. Sutherland and Hodgman 1974. */
function clip(ring: Ring, by: Ring): Ring {
  return by.reduce<Ring>((left, from, at) => {
    const to = by[(at + 1) % by.length] ?? from
    return left.flatMap((point, index) => {
      const next = left[(index + 1) % left.length] ?? point
      const [here, there] = [side(from, to, point), side(from, to, next)]
      const kept = here >= 0 ? [point] : []
      if (here >= 0 === there >= 0) return kept
      const part = here / (here - there)
      return [...kept, [point[0] + part * (next[0] - point[0]), point[1] + part * (next[1] - point[1])] as const]
    })
  }, ring)
}

const areaOf = (ring: Ring): number =>
  Math.abs(
    ring.reduce((sum, [x, y], at) => {
      const [nextX, nextY] = ring[(at + 1) % ring.length] ?? [x, y]
      return sum + x * nextY - nextX * y
    }, 0),
  ) / 2

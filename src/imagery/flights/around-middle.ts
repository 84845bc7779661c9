import type { Position } from '../plots/polygon.ts'
import { quantile } from './lines.ts'
import { metresAround, type Place } from './local-metres.ts'

/** A photo that is farther from the middle one has a wrong position. */
export const FAR_METRES = 3000

/** The middle of places, a plane of metres around it, and how far from it a place is. */
export function aroundMiddle(places: readonly Place[]) {
  const medianOf = (axis: 'lon' | 'lat'): number =>
    quantile(
      places.map((place) => place[axis]),
      0.5,
    )
  const middle = { lon: medianOf('lon'), lat: medianOf('lat') }
  const { toMetres } = metresAround(middle)
  const onPlane = (place: Place): Position => {
    const { east, north } = toMetres(place)
    return [east, north]
  }
  return { middle, onPlane, metresTo: (place: Place): number => Math.hypot(...onPlane(place)) }
}

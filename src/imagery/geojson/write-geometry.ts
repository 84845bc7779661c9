import type { MultiPolygon } from '#domain/trials.ts'
import { signedArea } from '../plots/polygon.ts'

/** A polygon where one is enough. Outer rings run anticlockwise, inner ones clockwise (RFC 7946). */
export function geometryOf(polygons: MultiPolygon): object {
  const oriented = polygons.map((polygon) => polygon.map(rightHanded))
  return oriented.length === 1
    ? { type: 'Polygon', coordinates: oriented[0] }
    : { type: 'MultiPolygon', coordinates: oriented }
}

/** Of west, south, east and north, in degrees. */
export const rectangleOf = ([west, south, east, north]: readonly [number, number, number, number]) => ({
  type: 'Polygon' as const,
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
})

const rightHanded = (ring: MultiPolygon[number][number], index: number) =>
  signedArea(ring) > 0 === (index === 0) ? ring : ring.toReversed()

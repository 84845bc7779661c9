import { type Polygon, type Position, side, signedArea } from './polygon.ts'

/** What of a polygon lies within a convex quadrilateral. Rings that bend inwards may get edges there and back, which have no area. */
export function clipToQuad(polygon: Polygon, quad: readonly Position[]): Polygon {
  const sign = Math.sign(signedArea(quad))
  return polygon
    .map((rings) => rings.map((ring) => clipRing(ring, quad, sign)))
    .filter(([outer = []]) => outer.length > 2)
}

/** By one edge after another. Sutherland and Hodgman 1974, doi 10.1145/360767.360802. */
function clipRing(ring: readonly Position[], quad: readonly Position[], sign: number): readonly Position[] {
  return quad.reduce<readonly Position[]>((rest, from, at) => {
    const to = quad[(at + 1) % quad.length] ?? from
    const inwards = (point: Position): number => sign * side(from, to, point)
    return rest.flatMap((point, place): Position[] => {
      const before = rest.at(place - 1) ?? point
      const [depth, depthBefore] = [inwards(point), inwards(before)]
      const part = depthBefore / (depthBefore - depth)
      const crossing: Position = [before[0] + part * (point[0] - before[0]), before[1] + part * (point[1] - before[1])]
      const isCrossed = depth >= 0 !== depthBefore >= 0
      return [...(isCrossed ? [crossing] : []), ...(depth >= 0 ? [point] : [])]
    })
  }, ring)
}

// Polygons as GeoJSON has them, in the coordinates of a map: x to the east, y to the north.

export type Position = readonly [x: number, y: number]
/** The last position may repeat the first. */
export type Ring = readonly Position[]
/** Of each part the outer ring, then its holes, as in GeoJSON's MultiPolygon. */
export type Polygon = readonly (readonly Ring[])[]

/** Positive where c lies to the left of the line from a to b. */
export const side = (a: Position, b: Position, c: Position): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])

export type Box = { minX: number; minY: number; maxX: number; maxY: number }

export function boxOf(polygon: Polygon): Box {
  const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity }
  for (const rings of polygon)
    for (const [x, y] of rings[0] ?? []) {
      box.minX = Math.min(box.minX, x)
      box.minY = Math.min(box.minY, y)
      box.maxX = Math.max(box.maxX, x)
      box.maxY = Math.max(box.maxY, y)
    }
  return box
}

/** Without positions that repeat the one before them or, at the end, the first. */
export function openRing(ring: Ring): Position[] {
  const open = ring.filter(([x, y], at) => {
    const before = ring[at - 1]
    return !before || x !== before[0] || y !== before[1]
  })
  const [first, last] = [open[0], open.at(-1)]
  if (first && last && open.length > 1 && first[0] === last[0] && first[1] === last[1]) open.pop()
  return open
}

/** Positive when its positions go anticlockwise. */
export function signedArea(ring: Ring): number {
  const [originX, originY] = ring[0] ?? [0, 0]
  let twice = 0
  let [beforeX, beforeY] = ring.at(-1) ?? [0, 0]
  for (const [x, y] of ring) {
    twice += (beforeX - originX) * (y - originY) - (x - originX) * (beforeY - originY)
    beforeX = x
    beforeY = y
  }
  return twice / 2
}

/** Outer rings anticlockwise, holes clockwise, none closed: what is inside lies to the left of every edge. */
export const orientRings = (polygon: Polygon): Position[][][] =>
  polygon.map((rings) =>
    rings.map((ring, at) => {
      const open = openRing(ring)
      const isAnticlockwise = signedArea(open) > 0
      return isAnticlockwise === (at === 0) ? open : open.toReversed()
    }),
  )

export const areaOf = (polygon: Polygon): number =>
  orientRings(polygon)
    .flat()
    .reduce((area, ring) => area + signedArea(ring), 0)

/** The same polygon in other coordinates. */
export const movePositions = (polygon: Polygon, move: (position: Position) => Position): Polygon =>
  polygon.map((rings) => rings.map((ring) => ring.map(move)))

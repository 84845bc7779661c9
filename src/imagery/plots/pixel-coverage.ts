// How much of each pixel lies inside of a polygon, row by row and exactly: each edge adds the area to its right, as renderers
// of fonts do it.
import type { GeoTransform } from '#domain/maps.ts'
import { boxOf, movePositions, orientRings, type Polygon, type Position, signedArea } from './polygon.ts'

export type Coverage = {
  /** The rows and columns of the raster that the polygon touches: `top` and `left` are the first, `bottom` and `right` follow the last. */
  top: number
  bottom: number
  left: number
  right: number
  /** In pixels, with what lies outside of the raster. */
  area: number
  /**
   * Writes the covered fraction of the pixels of a row into `weights`, the first of which is that of column `left`. Fastest
   * from top to bottom. @returns the columns with a weight, from the first to before the last.
   */
  weigh: (row: number, weights: Float64Array) => readonly [from: number, to: number]
}

/** Less than the rounding of sums leaves. */
const NOTHING = 1e-9
/** Of an edge, in pixels: what is shorter would be divided by. */
const NO_LENGTH = 1e-11

/** A polygon in columns and rows of a raster: 0, 0 is its upper left corner. */
export function toPixels(polygon: Polygon, [a, b, c, d, e, f]: GeoTransform): Polygon {
  const determinant = a * e - b * d
  return movePositions(
    polygon,
    ([x, y]): Position => [(e * (x - c) - b * (y - f)) / determinant, (a * (y - f) - d * (x - c)) / determinant],
  )
}

/** Of a polygon in pixels. */
export function createCoverage(polygon: Polygon, { width, height }: { width: number; height: number }): Coverage {
  const rings = orientRings(polygon).flat()
  const box = boxOf(polygon)
  const left = clamp(Math.floor(box.minX), width)
  const right = Math.max(left, clamp(Math.ceil(box.maxX), width))
  const top = clamp(Math.floor(box.minY), height)
  const bottom = Math.max(top, clamp(Math.ceil(box.maxY), height))
  const row = createRow(right - left)
  const active = activeEdges(rings, left)
  return {
    top,
    bottom,
    left,
    right,
    area: rings.reduce((sum, ring) => sum + signedArea(ring), 0),
    weigh(y, weights) {
      for (const edge of active(y)) addEdge(row, edge, y)
      return finishRow(row, weights)
    },
  }
}

const clamp = (value: number, max: number): number => Math.min(max, Math.max(0, value))

/** Downwards: `fromY` is above `toY`. */
type Edge = { fromX: number; fromY: number; toX: number; toY: number; sign: 1 | -1 }

/** The edges that touch a row; columns count from `left`. */
function activeEdges(rings: readonly (readonly Position[])[], left: number): (row: number) => readonly Edge[] {
  const edges = rings
    .flatMap((ring) => ring.map((to, at) => edgeOf(ring.at(at - 1) ?? to, to, left)))
    .filter(({ fromY, toY }) => toY - fromY > NO_LENGTH)
    .sort((one, other) => one.fromY - other.fromY)
  let active: Edge[] = []
  let next = 0
  let last = Number.NaN
  return (row) => {
    if (row !== last + 1) {
      active = []
      next = 0
    }
    last = row
    for (let edge = edges[next]; edge && edge.fromY < row + 1; edge = edges[next]) {
      active.push(edge)
      next += 1
    }
    if (active.some(({ toY }) => toY <= row)) active = active.filter(({ toY }) => toY > row)
    return active
  }
}

/** Rings go anticlockwise where y points upwards; of rows it points downwards, but the area has the same sign. */
const edgeOf = ([x, y]: Position, [toX, toY]: Position, left: number): Edge =>
  y <= toY
    ? { fromX: x - left, fromY: y, toX: toX - left, toY, sign: -1 }
    : { fromX: toX - left, fromY: toY, toX: x - left, toY: y, sign: 1 }

type Row = { width: number; gains: Float64Array; first: number; last: number }

const createRow = (width: number): Row => ({ width, gains: new Float64Array(width + 2), first: width, last: -1 })

function addEdge(row: Row, { fromX, fromY, toX, toY, sign }: Edge, y: number): void {
  const slope = (toX - fromX) / (toY - fromY)
  const begin = Math.max(fromY, y)
  const end = Math.min(toY, y + 1)
  if (end <= begin) return
  const beginX = fromX + (begin - fromY) * slope
  const endX = fromX + (end - fromY) * slope
  const height = (end - begin) * sign
  if (beginX <= endX) addPiece(row, { from: beginX, to: endX, height })
  else addPiece(row, { from: endX, to: beginX, height })
}

type Piece = { from: number; to: number; height: number }

/** A piece of an edge within a row, from left to right; what lies left of the row counts at its start. */
function addPiece(row: Row, { from, to, height }: Piece): void {
  const { width } = row
  if (from >= width) return
  if (to <= 0 || to - from < NO_LENGTH) {
    addAt(row, Math.max(0, from), { height, reach: 0 })
    return
  }
  const rise = height / (to - from)
  if (from < 0) addAt(row, 0, { height: -from * rise, reach: 0 })
  const start = Math.max(0, from)
  const stop = Math.min(width, to)
  for (let column = Math.floor(start); column < stop; column += 1) {
    const a = Math.max(start, column)
    const b = Math.min(stop, column + 1)
    addAt(row, a, { height: (b - a) * rise, reach: b - a })
  }
}

/** To the right of a piece within one column, from x to x + reach, everything gains its height. */
function addAt(row: Row, x: number, { height, reach }: { height: number; reach: number }): void {
  const column = Math.floor(x)
  const outside = x - column + reach / 2
  const { gains } = row
  gains[column] = (gains[column] ?? 0) + height * (1 - outside)
  gains[column + 1] = (gains[column + 1] ?? 0) + height * outside
  if (column < row.first) row.first = column
  if (column > row.last) row.last = column
}

function finishRow(row: Row, weights: Float64Array): readonly [number, number] {
  const { gains, width } = row
  const from = Math.min(row.first, width)
  let sum = 0
  let to = from
  for (let column = from; column < width; column += 1) {
    sum += gains[column] ?? 0
    if (column > row.last + 1 && Math.abs(sum) < NOTHING) break
    const weight = sum < NOTHING ? 0 : sum > 1 - NOTHING ? 1 : sum
    weights[column] = weight
    to = column + 1
  }
  gains.fill(0, from, Math.min(gains.length, row.last + 3))
  row.first = width
  row.last = -1
  return [from, Math.max(from, to)]
}

// How many photos show each piece of ground.
import { hullOf } from '../plots/hull.ts'
import type { Metres } from './local-metres.ts'

export type Coverage = {
  /** Of one cell; the first lies in the south-west. */
  cellMetres: number
  west: number
  south: number
  columns: number
  rows: number
  /** Of photos, row by row from the south; at most 255. */
  counts: Uint8Array
}

const CELL_METRES = 1
/** A field that is larger has larger cells. */
const CELLS_MAX = 1_000_000
const COUNT_MAX = 255

/** Null without footprints. They are convex, in order around their middle. */
export function coverageOf(footprints: readonly (readonly Metres[])[]): Coverage | null {
  const corners = footprints.flat()
  if (corners.length === 0) return null
  const range = (of: (corner: Metres) => number): readonly [number, number] =>
    corners.reduce(([low, high], corner) => [Math.min(low, of(corner)), Math.max(high, of(corner))] as const, [
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ] as const)
  const [west, east] = range((corner) => corner.east)
  const [south, north] = range((corner) => corner.north)
  const area = (east - west) * (north - south)
  const cellMetres = Math.max(CELL_METRES, Math.sqrt(area / CELLS_MAX))
  const columns = Math.max(1, Math.ceil((east - west) / cellMetres))
  const rows = Math.max(1, Math.ceil((north - south) / cellMetres))
  const coverage = { cellMetres, west, south, columns, rows, counts: new Uint8Array(columns * rows) }
  for (const footprint of footprints) add(coverage, footprint)
  return coverage
}

function add(coverage: Coverage, footprint: readonly Metres[]): void {
  const { counts } = coverage
  for (const [from, to] of cellsIn(coverage, footprint))
    for (let at = from; at < to; at += 1) counts[at] = Math.min(COUNT_MAX, (counts[at] ?? 0) + 1)
}

/** Row by row, the cells whose middle lies in a convex polygon: the first, and the one behind the last. */
function* cellsIn(
  { cellMetres, west, south, columns, rows }: Coverage,
  footprint: readonly Metres[],
): Generator<readonly [from: number, to: number]> {
  const norths = footprint.map(({ north }) => north)
  const cellOf = (metres: number): number => metres / cellMetres - 0.5
  const first = Math.max(0, Math.ceil(cellOf(Math.min(...norths) - south)))
  const last = Math.min(rows - 1, Math.floor(cellOf(Math.max(...norths) - south)))
  for (let row = first; row <= last; row += 1) {
    const crossed = crossings(footprint, south + (row + 0.5) * cellMetres)
    if (crossed.length < 2) continue
    const from = Math.max(0, Math.ceil(cellOf(Math.min(...crossed) - west)))
    const to = Math.min(columns - 1, Math.floor(cellOf(Math.max(...crossed) - west)))
    if (from <= to) yield [row * columns + from, row * columns + to + 1]
  }
}

/** Where its edges meet a line from west to east. */
const crossings = (footprint: readonly Metres[], north: number): number[] =>
  footprint.flatMap((from, index) => {
    const to = footprint[(index + 1) % footprint.length] ?? from
    if (from.north > north === to.north > north) return []
    return [from.east + ((north - from.north) / (to.north - from.north)) * (to.east - from.east)]
  })

export type CoverageFigures = {
  /** Of ground that at least one photo shows. */
  areaHectares: number
  medianPhotos: number
  /** Shares of it with fewer than three, and with at least five photos. */
  fewerThan3: number
  atLeast5: number
}

/** Null where nothing is covered. */
export function figuresOf({ cellMetres, counts }: Coverage): CoverageFigures | null {
  const cells = cellsByCount(counts)
  cells[0] = 0
  const covered = sumOf(cells)
  if (covered === 0) return null
  let [median, below] = [0, 0]
  for (; below * 2 < covered; median += 1) below += cells[median + 1] ?? 0
  return {
    areaHectares: (covered * cellMetres ** 2) / 10_000,
    medianPhotos: median,
    fewerThan3: sumOf(cells.subarray(0, 3)) / covered,
    atLeast5: sumOf(cells.subarray(5)) / covered,
  }
}

/** Of the ground between the outermost places, the share that fewer than three photos show: at the rim of a flight there are always fewer. */
export function fewerThan3Within(coverage: Coverage, places: readonly Metres[]): number {
  const cells = new Float64Array(COUNT_MAX + 1)
  const hull = hullOf(places.map(({ east, north }) => [east, north]))
  const ground = hull.map(([east, north]) => ({ east, north }))
  for (const [from, to] of cellsIn(coverage, ground))
    for (const [count, found] of cellsByCount(coverage.counts.subarray(from, to)).entries())
      cells[count] = (cells[count] ?? 0) + found
  return sumOf(cells.subarray(0, 3)) / (sumOf(cells) || 1)
}

function cellsByCount(counts: Uint8Array): Float64Array {
  const cells = new Float64Array(COUNT_MAX + 1)
  for (const count of counts) cells[count] = (cells[count] ?? 0) + 1
  return cells
}

const sumOf = (numbers: Float64Array): number => numbers.reduce((sum, number) => sum + number, 0)

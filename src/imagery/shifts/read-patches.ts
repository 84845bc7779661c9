// Square parts of a map, on a grid that another map has as well.
import type { BandRole, Crs, GeoTransform } from '#domain/maps.ts'
import { toPixels } from '../plots/pixel-coverage.ts'
import { boxOf, type Position } from '../plots/polygon.ts'
import { convertBetween } from '../rasters/crs.ts'
import { type Samples, samplesIn } from '../rasters/read-rows.ts'
import { readingOf } from '../traits/measure/collector.ts'
import { createIsThere } from '../traits/measure/is-there.ts'
import type { Layer } from '../traits/measure/layer.ts'

/** A map whose rows are read from top to bottom once. */
export type PlacedLayer = { layer: Layer; transform: GeoTransform; crs: Crs }

/** Cells of `step` metres in the plane of `crs`, whose units are metres. */
export type PatchGrid = {
  crs: Crs
  step: number
  /** Cells along each side of a patch. */
  side: number
  /** East and north of the upper left corner of each patch. */
  corners: readonly Position[]
}

/** Row by row from the upper left. */
export type Patch = {
  /** The sum of red, green and blue. */
  light: Float32Array
  /** Each NOTHING, GROUND or PLANTS. */
  kinds: Uint8Array
}
const NOTHING = 0
export const GROUND = 1
const PLANTS = 2

/** Excess green above which a cell counts as plants. */
const PLANTS_ABOVE = 0.1
const COLOURS: readonly BandRole[] = ['red', 'green', 'blue']
/** Of one read. */
const BYTES_OF_ROWS = 8 * 2 ** 20

export const hasColours = ({ bands }: Pick<Layer, 'bands'>): boolean => COLOURS.every((role) => bands.includes(role))

/** Undefined for a patch outside of the map. @throws UnreadableRaster */
export async function readPatches(
  map: PlacedLayer,
  grid: PatchGrid,
  report: (fraction: number) => void,
): Promise<(Patch | undefined)[]> {
  const windows = grid.corners.map((corner) => windowOf(map, grid, corner))
  const patches: (Patch | undefined)[] = []
  const waiting = windows
    .flatMap((window, at) => (window ? [{ window, at }] : []))
    .sort((one, other) => one.window.top - other.window.top)
  let active: { window: Window; at: number; cells: Cells }[] = []
  let next = 0
  let done = 0
  while (next < waiting.length || active.length > 0) {
    const from = active.length > 0 ? done : (waiting[next]?.window.top ?? 0)
    const to = Math.min(from + rowsPerRead(map.layer), map.layer.height)
    for (let one = waiting[next]; one && one.window.top < to; one = waiting[next]) {
      active.push({ ...one, cells: cellsOf(one.window) })
      next += 1
    }
    const [bytes, mask] = await Promise.all([map.layer.readRows(from, to), map.layer.readMaskRows?.(from, to)])
    const rows: Rows = { pixels: samplesIn(bytes, map.layer.sampleType), mask, from, to }
    for (const { window, cells } of active) addRows(cells, window, { layer: map.layer, rows })
    done = to
    for (const { window, at, cells } of active)
      if (window.bottom <= done) patches[at] = sampleCells(cells, window, grid.side)
    active = active.filter(({ window }) => window.bottom > done)
    report((next - active.length) / waiting.length)
  }
  return grid.corners.map((_, at) => patches[at])
}

function rowsPerRead({ width, bands, sampleType }: Layer): number {
  const rowBytes = width * bands.length * samplesIn(new Uint8Array(8), sampleType).BYTES_PER_ELEMENT
  return Math.max(1, Math.floor(BYTES_OF_ROWS / rowBytes))
}

/** The pixels around a patch. Squares of `every` pixels are one cell, so that no detail finer than the grid is left. */
type Window = {
  left: number
  top: number
  right: number
  bottom: number
  every: number
  /** Of the patch's upper left corner, and from one column or row of the grid to the next, in pixels. */
  origin: Position
  along: Position
  down: Position
}

function windowOf(
  { layer, transform, crs }: PlacedLayer,
  { crs: plane, step, side }: PatchGrid,
  [east, north]: Position,
): Window | undefined {
  const convert = convertBetween(plane, crs)
  const size = step * side
  const corners: Position[] = [
    [east, north],
    [east + size, north],
    [east + size, north - size],
    [east, north - size],
  ]
  const placed = toPixels([[corners.map(convert)]], transform)
  const [origin = [0, 0], right = origin, , below = origin] = placed[0]?.[0] ?? []
  const { minX, minY, maxX, maxY } = boxOf(placed)
  const along: Position = [(right[0] - origin[0]) / side, (right[1] - origin[1]) / side]
  const down: Position = [(below[0] - origin[0]) / side, (below[1] - origin[1]) / side]
  const every = Math.max(1, Math.floor(Math.hypot(...along) + 0.01))
  const window = {
    left: Math.max(0, Math.floor(minX) - every),
    top: Math.max(0, Math.floor(minY) - every),
    right: Math.min(layer.width, Math.ceil(maxX) + every),
    bottom: Math.min(layer.height, Math.ceil(maxY) + every),
  }
  // A place that a map's system doesn't have is NaN.
  const isOnMap = window.right - window.left > 1 && window.bottom - window.top > 1
  return isOnMap ? { ...window, every, origin, along, down } : undefined
}

/** Sums of pixels with data. */
type Cells = {
  columns: number
  rows: number
  sums: readonly [Float32Array, Float32Array, Float32Array]
  counts: Uint32Array
}
type Rows = { pixels: Samples; mask: Uint8Array | undefined; from: number; to: number }

function cellsOf({ left, top, right, bottom, every }: Window): Cells {
  const [columns, rows] = [Math.ceil((right - left) / every), Math.ceil((bottom - top) / every)]
  const plane = () => new Float32Array(columns * rows)
  return { columns, rows, sums: [plane(), plane(), plane()], counts: new Uint32Array(columns * rows) }
}

function addRows(
  { columns, sums, counts }: Cells,
  { left, top, right, bottom, every }: Window,
  { layer, rows: { pixels, mask, from, to } }: { layer: Layer; rows: Rows },
): void {
  const step = layer.bands.length
  const [red = 0, green = 0, blue = 0] = COLOURS.map((role) => layer.bands.indexOf(role))
  const isThere = createIsThere(layer, readingOf(layer, COLOURS))
  for (let y = Math.max(from, top); y < Math.min(to, bottom); y += 1) {
    const row = Math.floor((y - top) / every) * columns
    for (let x = left; x < right; x += 1) {
      const pixel = (y - from) * layer.width + x
      const at = pixel * step
      const [r, g, b] = [pixels[at + red] ?? 0, pixels[at + green] ?? 0, pixels[at + blue] ?? 0]
      if (!isThere(pixels, pixel, mask)) continue
      const cell = row + Math.floor((x - left) / every)
      sums[0][cell] = (sums[0][cell] ?? 0) + r
      sums[1][cell] = (sums[1][cell] ?? 0) + g
      sums[2][cell] = (sums[2][cell] ?? 0) + b
      counts[cell] = (counts[cell] ?? 0) + 1
    }
  }
}

/** Between the centres of cells; nothing where one of four lacks pixels. */
function sampleCells({ columns, rows, sums, counts }: Cells, window: Window, side: number): Patch {
  const { left, top, every, origin, along, down } = window
  const full = every * every
  const light = new Float32Array(side * side)
  const kinds = new Uint8Array(side * side)
  const colours = [0, 0, 0]
  for (let row = 0; row < side; row += 1)
    for (let column = 0; column < side; column += 1) {
      const x = (origin[0] + (column + 0.5) * along[0] + (row + 0.5) * down[0] - left) / every - 0.5
      const y = (origin[1] + (column + 0.5) * along[1] + (row + 0.5) * down[1] - top) / every - 0.5
      const [x0, y0] = [Math.floor(x), Math.floor(y)]
      if (x0 < 0 || y0 < 0 || x0 + 1 >= columns || y0 + 1 >= rows) continue
      const at = y0 * columns + x0
      const below = at + columns
      if (counts[at] !== full || counts[at + 1] !== full) continue
      if (counts[below] !== full || counts[below + 1] !== full) continue
      const [east, south] = [x - x0, y - y0]
      for (let band = 0; band < 3; band += 1) {
        const plane = sums[band]
        const upper = (plane?.[at] ?? 0) * (1 - east) + (plane?.[at + 1] ?? 0) * east
        const lower = (plane?.[below] ?? 0) * (1 - east) + (plane?.[below + 1] ?? 0) * east
        colours[band] = (upper * (1 - south) + lower * south) / full
      }
      const sum = (colours[0] ?? 0) + (colours[1] ?? 0) + (colours[2] ?? 0)
      light[row * side + column] = sum
      kinds[row * side + column] = kindOf(colours[1] ?? 0, sum)
    }
  return { light, kinds }
}

const kindOf = (green: number, sum: number): number => {
  if (sum <= 0) return NOTHING
  return (3 * green - sum) / sum > PLANTS_ABOVE ? PLANTS : GROUND
}

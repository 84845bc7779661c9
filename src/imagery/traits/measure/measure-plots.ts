// Numbers of plots at full resolution, in one pass over the rows of a raster from top to bottom.

import type { BandRole } from '#domain/maps.ts'
import { distanceTo, edgesOf, isInside } from '../../plots/crossings.ts'
import { type Coverage, createCoverage } from '../../plots/pixel-coverage.ts'
import { openRing, type Polygon } from '../../plots/polygon.ts'
import { samplesIn } from '../../rasters/read-rows.ts'
import { variablesOf } from '../catalogue/expression.ts'
import { canopyCover } from './canopy-cover.ts'
import { collect, type Reading, readingOf } from './collector.ts'
import { createIsThere, type IsThere } from './is-there.ts'
import type { Layer } from './layer.ts'
import type { MaskRule } from './masks.ts'
import { createPixelList, type PixelList } from './pixel-list.ts'
import type { Measures, PlotNumbers } from './plot-numbers.ts'
import { type Slices, slicesOf } from './slices.ts'
import { createSummarise } from './summarise-plot.ts'
import { createVegetationRows, type VegetationRows } from './vegetation-rows.ts'

export type PlotMeasurement = PlotNumbers & {
  /** Valid pixels, by what they cover of the plot. */
  nPx: number
  /** Of the polygon, in pixels, with what lies outside of the raster. */
  areaPx: number
  validFrac: number
  /** In percent of the valid pixels; null without a mask. */
  coverPct: number | null
  /** Whether the raster or its data end within the margin around it. */
  isAtEdge: boolean
}

export type MeasureOptions = {
  traits: Measures['traits']
  mask?: MaskRule | undefined
  /** Takes fragments and glare out of the mask; then all that is not vegetation is soil. */
  isCleaned?: boolean
  /** Of a pixel; without it, nothing is said of the uniformity of plots. */
  pixelMetres?: number | undefined
  /** In pixels: how near to a plot the data must not end. */
  edgeMargin?: number
  /** After each block of rows, with the part that is done, from 0 to 1. */
  report?: (fraction: number) => void
  signal?: AbortSignal
}

/** Of one read. */
const BYTES_OF_ROWS = 16 * 2 ** 20

/** Polygons are in pixels of the raster (see `toPixels`). @throws the reason of the signal, UnreadableRaster */
export async function measurePlots(
  layer: Layer,
  polygons: readonly Polygon[],
  options: MeasureOptions,
): Promise<PlotMeasurement[]> {
  const { traits, mask, report, signal } = options
  const bands = measuredBands(layer, traits, mask)
  const reading = readingOf(layer, bands)
  const margin = Math.ceil(options.edgeMargin ?? 0)
  const plots = polygons.map((polygon, at) => ({
    at,
    polygon,
    coverage: createCoverage(polygon, layer),
    slices: slicesOf(polygon, options.pixelMetres ?? null),
  }))
  plots.sort((one, other) => one.coverage.top - other.coverage.top)
  const isMasked = options.isCleaned === true && mask !== undefined
  const summarise = createSummarise({ traits, mask, isMasked, reading })
  const free: PixelList[] = []
  const newList = () => free.pop() ?? createPixelList(bands.length, reading.isEightBit)
  const sweep: Sweep = {
    layer,
    reading,
    isThere: createIsThere(layer, reading),
    vegetation: isMasked ? createVegetationRows({ layer, reading, mask }) : undefined,
    margin,
    weights: new Float64Array(layer.width + 1),
  }
  const results: PlotMeasurement[] = []
  const finish = (plot: ActivePlot): void => {
    results[plot.at] = numbersOf(plot, summarise(plot.list), mask !== undefined)
    plot.list.count = 0
    free.push(plot.list)
  }
  let active: ActivePlot[] = []
  let next = 0
  for (const [from, to] of rowsToRead(plots, layer, margin)) {
    signal?.throwIfAborted()
    for (let plot = plots[next]; plot && plot.coverage.top - margin < to; plot = plots[next]) {
      active.push({
        ...plot,
        list: { ...newList(), sliceCount: plot.slices.count },
        nPx: 0,
        isAtEdge: isAtBorder(plot, layer, margin),
      })
      next += 1
    }
    const rows = await readChunk(sweep, from, to)
    for (const plot of active) takeRows(sweep, plot, rows)
    for (const plot of active) if (plot.coverage.bottom + margin <= to || to === layer.height) finish(plot)
    active = active.filter(({ coverage }) => coverage.bottom + margin > to)
    report?.(next > 0 ? (next - active.length) / plots.length : 0)
  }
  for (const plot of plots) if (!results[plot.at]) finish({ ...plot, list: newList(), nPx: 0, isAtEdge: true })
  return results
}

/** Red, green and blue come first where the raster has them: they tell glare and shadow. */
export function measuredBands(layer: Layer, traits: Measures['traits'], mask: MaskRule | undefined): BandRole[] {
  const colours = (['red', 'green', 'blue'] as const).filter((role) => layer.bands.includes(role))
  const needed = [...traits.map(({ expression }) => expression), ...(mask ? [mask.expression] : [])].flatMap(
    variablesOf,
  )
  const missing = needed.find((role) => !layer.bands.includes(role))
  if (missing) throw new RangeError(`The raster has no band of ${missing}`)
  const usual = layer.sampleType === 'uint8' ? colours : []
  return [...new Set([...usual, ...needed])]
}

type PlacedPlot = { at: number; polygon: Polygon; coverage: Coverage; slices: Slices }
type ActivePlot = PlacedPlot & { list: PixelList; nPx: number; isAtEdge: boolean }

type Sweep = {
  layer: Layer
  reading: Reading
  isThere: IsThere
  vegetation: VegetationRows | undefined
  margin: number
  weights: Float64Array
}

/** In pieces, the rows that plots touch, from top to bottom: whole rows of blocks where one read takes them, so that none is copied twice. */
function* rowsToRead(
  plots: readonly PlacedPlot[],
  layer: Layer,
  margin: number,
): Generator<[from: number, to: number]> {
  const rowBytes = layer.width * layer.bands.length * samplesIn(new Uint8Array(8), layer.sampleType).BYTES_PER_ELEMENT
  const fitting = Math.max(1, Math.floor(BYTES_OF_ROWS / rowBytes))
  const { blockRows = 1 } = layer
  const unit = blockRows <= fitting ? blockRows : 1
  const rows = fitting - (fitting % unit)
  let done = 0
  for (const { coverage } of plots) {
    if (coverage.bottom <= coverage.top) continue
    const end = Math.min(layer.height, coverage.bottom + margin)
    const first = Math.max(done, coverage.top - margin, 0)
    for (let from = Math.max(done, first - (first % unit)); from < end; from = done) {
      done = Math.min(layer.height, Math.ceil(end / unit) * unit, from + rows)
      yield [from, done]
    }
  }
}

type Chunk = { from: number; to: number; pixels: ReturnType<typeof samplesIn>; mask: Uint8Array | undefined }

async function readChunk({ layer, vegetation }: Sweep, from: number, to: number): Promise<Chunk> {
  const [bytes, mask] = await Promise.all([layer.readRows(from, to), layer.readMaskRows?.(from, to)])
  const pixels = samplesIn(bytes, layer.sampleType)
  await vegetation?.read({ from, to, pixels, mask })
  return { from, to, pixels, mask }
}

function takeRows(sweep: Sweep, plot: ActivePlot, chunk: Chunk): void {
  const { layer, reading, vegetation, margin, weights } = sweep
  const { coverage, list, slices } = plot
  const { step } = reading
  const end = Math.min(chunk.to, coverage.bottom)
  for (let y = Math.max(chunk.from, coverage.top); y < end; y += 1) {
    const [from, to] = coverage.weigh(y, weights)
    const start = (y - chunk.from) * layer.width * step
    const first = (y - chunk.from) * layer.width + coverage.left
    const row = {
      pixels: chunk.pixels,
      start,
      left: coverage.left,
      weights,
      from,
      to,
      mask: chunk.mask?.subarray(first + from, first + to),
      vegetation: vegetation?.rowAt(y).subarray(coverage.left + from, coverage.left + to),
      slice: slices.start + slices.across * coverage.left + slices.down * y,
      sliceStep: slices.across,
    }
    plot.nPx += collect(list, row, { layer, reading })
  }
  if (margin > 0 && !plot.isAtEdge) plot.isAtEdge = hasEdgeNear(plot, chunk, sweep)
}

const isAtBorder = ({ polygon }: PlacedPlot, { width, height }: Layer, margin: number): boolean =>
  polygon.some(([ring = []]) =>
    ring.some(([x, y]) => x < margin || y < margin || x > width - margin || y > height - margin),
  )

const LOOKS_PER_MARGIN = 4

/** Looks at some pixels around the plot for one without data. */
function hasEdgeNear({ polygon, coverage }: PlacedPlot, { from, to, pixels, mask }: Chunk, sweep: Sweep): boolean {
  const { layer, isThere, margin } = sweep
  const stride = Math.max(1, Math.floor(margin / LOOKS_PER_MARGIN))
  const bottom = Math.min(to, coverage.bottom + margin)
  const right = Math.min(layer.width, coverage.right + margin)
  const begin = Math.max(from, coverage.top - margin, 0)
  for (let y = Math.ceil(begin / stride) * stride; y < bottom; y += stride)
    for (let x = Math.max(0, coverage.left - margin); x < right; x += stride) {
      if (!isThere(pixels, (y - from) * layer.width + x, mask) && isNear(polygon, [x + 0.5, y + 0.5], margin))
        return true
    }
  return false
}

const isNear = (polygon: Polygon, point: readonly [number, number], margin: number): boolean =>
  polygon.some(([outer = []]) => {
    const ring = openRing(outer)
    return isInside(ring, point) || edgesOf(ring).some((edge) => distanceTo(edge, point) <= margin)
  })

function numbersOf({ coverage, nPx, isAtEdge }: ActivePlot, numbers: PlotNumbers, hasMask: boolean): PlotMeasurement {
  return {
    ...numbers,
    nPx,
    areaPx: coverage.area,
    validFrac: coverage.area > 0 ? Math.min(1, nPx / coverage.area) : 0,
    coverPct: hasMask && nPx > 0 ? canopyCover({ plants: numbers.vegetationPx, all: nPx }) : null,
    isAtEdge,
  }
}

// Pixels of a window of a raster as they are measured: an index, or what counts as vegetation.
import type { BandRole } from '#domain/maps.ts'
import { type ReadRows, type Samples, samplesIn } from '../../rasters/read-rows.ts'
import type { Expression } from '../catalogue/expression.ts'
import { compile } from '../catalogue/program.ts'
import { type Reading, readingOf } from './collector.ts'
import { createIsThere } from './is-there.ts'
import type { Layer } from './layer.ts'
import type { MaskRule } from './masks.ts'
import { createVegetationRows } from './vegetation-rows.ts'

/** In pixels of the raster. */
export type PixelWindow = { left: number; top: number; width: number; height: number }

/** What a pixel of the mask holds that is nothing. */
export const NO_MASK = 255

type Source = {
  layer: Layer
  window: PixelWindow
  /** All bands that the measurement reads: a pixel is nothing when it is so in one of them. */
  bands: readonly BandRole[]
}

/** A float32 for each pixel, NaN where there is nothing, and for a value that is too large for one. Rows count from the top of the window. */
export function createIndexRows(source: Source, expression: Expression): ReadRows {
  const { width } = source.window
  const read = createChunkReader(source)
  const indexOf = createIndexRow(source, expression)
  const thereIn = createThereRow(source)
  return async (from, to) => {
    const values = new Float32Array((to - from) * width)
    for await (const chunk of read(from, to))
      for (let y = chunk.from; y < chunk.to; y += 1) {
        const [index, there] = [indexOf(chunk, y), thereIn(chunk, y)]
        const start = (y - from) * width
        for (let x = 0; x < width; x += 1) {
          const value = Math.fround(index[x] ?? Number.NaN)
          values[start + x] = there[x] === 1 && Number.isFinite(value) ? value : Number.NaN
        }
      }
    return new Uint8Array(values.buffer)
  }
}

export type PixelMask = { rule: MaskRule; isCleaned: boolean }

/** A byte for each pixel: 1 is vegetation, 0 is not, `NO_MASK` is nothing. Rows count from the top of the window. */
export function createMaskRows(source: Source, { rule, isCleaned }: PixelMask): ReadRows {
  const { layer, window } = source
  const read = createChunkReader(source)
  const indexOf = createIndexRow(source, rule.expression)
  const thereIn = createThereRow(source)
  const cleaned = isCleaned
    ? createVegetationRows({ layer, reading: readingOf(layer, source.bands), mask: rule })
    : null
  return async (from, to) => {
    const values = new Uint8Array((to - from) * window.width)
    for await (const chunk of read(from, to)) {
      await cleaned?.read({ ...chunk, from: chunk.from + window.top, to: chunk.to + window.top })
      for (let y = chunk.from; y < chunk.to; y += 1) {
        const row = cleaned?.rowAt(y + window.top).subarray(window.left, window.left + window.width)
        const index = row ? undefined : indexOf(chunk, y)
        const there = thereIn(chunk, y)
        const start = (y - from) * window.width
        for (let x = 0; x < window.width; x += 1) {
          const isPlant = row ? row[x] === 1 : (index?.[x] ?? 0) > rule.threshold
          values[start + x] = there[x] === 1 ? Number(isPlant) : NO_MASK
        }
      }
    }
    return values
  }
}

/** Rows of the window, in pixels of the whole width of the raster. */
type Chunk = { from: number; to: number; pixels: Samples; mask: Uint8Array | undefined; reading: Reading }

/** Of one read. */
const BYTES_OF_ROWS = 32 * 2 ** 20

function createChunkReader({ layer, window, bands }: Source) {
  const reading = readingOf(layer, bands)
  const rowBytes = layer.width * layer.bands.length * samplesIn(new Uint8Array(8), layer.sampleType).BYTES_PER_ELEMENT
  const rows = Math.max(1, Math.floor(BYTES_OF_ROWS / rowBytes))
  return async function* (first: number, end: number): AsyncGenerator<Chunk> {
    for (let from = first; from < end; from += rows) {
      const to = Math.min(end, from + rows)
      const [top, bottom] = [from + window.top, to + window.top]
      const [bytes, mask] = await Promise.all([layer.readRows(top, bottom), layer.readMaskRows?.(top, bottom)])
      yield { from, to, pixels: samplesIn(bytes, layer.sampleType), mask, reading }
    }
  }
}

/** Values are rounded as those of plots are, so that both find the same vegetation. */
function createIndexRow({ layer, window }: Source, expression: Expression) {
  const program = compile([expression])
  const places = program.bands.map((role) => layer.bands.indexOf(role))
  const inputs = places.map(() => new Float64Array(window.width))
  const index = new Float64Array(window.width)
  return ({ from, pixels, reading: { step, isEightBit } }: Chunk, y: number): Float64Array => {
    const start = ((y - from) * layer.width + window.left) * step
    for (const [band, place] of places.entries()) {
      const numbers = inputs[band]
      if (!numbers) continue
      for (let x = 0; x < window.width; x += 1) {
        const value = pixels[start + x * step + place] ?? 0
        numbers[x] = isEightBit ? value : Math.fround(value)
      }
    }
    program.run(inputs, [index])
    return index
  }
}

/** Of a row, 1 where a pixel is something. */
function createThereRow({ layer, window, bands }: Source) {
  const isThere = createIsThere(layer, readingOf(layer, bands))
  const there = new Uint8Array(window.width)
  return ({ from, pixels, mask }: Chunk, y: number): Uint8Array => {
    const first = (y - from) * layer.width + window.left
    for (let x = 0; x < window.width; x += 1) there[x] = isThere(pixels, first + x, mask) ? 1 : 0
    return there
  }
}

// The cloud-optimised copy of a raster for viewing, made in one pass from top to bottom.
import type { ReadRange } from '#domain/archive/byte-reader.ts'
import { type CogLayout, type LevelTiles, layOutCog, type TilePlace } from './cog-layout.ts'
import { contentOf } from './content.ts'
import type { Codecs } from './decode-block.ts'
import { predictFloatingPoint, predictHorizontal } from './predict.ts'
import { type Content, createPyramid, levelsOf, pixelBytesOf, TILE_PIXELS, type Tile } from './pyramid.ts'
import type { Raster } from './raster.ts'
import { createRowReader, samplesIn } from './read-rows.ts'

export type Encoders = {
  deflate: (data: Uint8Array) => Promise<Uint8Array>
  /** Of RGB, `TILE_PIXELS` wide and high. */
  jpeg: (rgb: Uint8Array) => Promise<Uint8Array>
}

/** Keeps the encoded tiles until the file is put together. @returns where they lie. */
export type KeepTile = (data: Uint8Array) => Promise<number>

type Copying = {
  raster: Raster
  mask: Raster | undefined
  readRange: ReadRange
  codecs: Codecs
  encoders: Encoders
  keepTile: KeepTile
  /** As `isPictureRaster` says. */
  isPicture: boolean
  /** Elevation: rounded to 2^-10 of its unit, which makes the copy a third smaller. */
  isRounded: boolean
  /** Told the part of the rows that are done. */
  report?: ((fraction: number) => void) | undefined
  signal?: AbortSignal | undefined
}

/** Tiles that are encoded at the same time. */
const ENCODING_MAX = 12

/** Pictures lose a little (JPEG), numbers nothing but what `isRounded` says. @throws UnreadableRaster */
export async function makeViewCopy(copying: Copying): Promise<CogLayout> {
  const { raster, mask, readRange, codecs, report, signal } = copying
  const rows = createRowReader({ raster, readRange, codecs })
  const maskRows = mask && createRowReader({ raster: mask, readRange, codecs })
  const content = contentOf(raster, copying.isPicture)
  const levels: LevelTiles[] = levelsOf(raster.width, raster.height).map((level) => ({
    ...level,
    tiles: emptyPlaces(level.across * level.down),
    masks: emptyPlaces(content.isPicture ? level.across * level.down : 0),
  }))
  const encoding = createTileEncoder(levels, content, copying)
  const pyramid = createPyramid(levels, content, encoding.take)
  for (let top = 0; top < raster.height; top += TILE_PIXELS) {
    signal?.throwIfAborted()
    const end = Math.min(raster.height, top + TILE_PIXELS)
    const read = await rows(top, end)
    const pixels = content.isPicture ? toRgba(raster, read, await maskRows?.(top, end)) : read
    if (copying.isRounded && !content.isPicture) round(pixels, content)
    await pyramid.push(pixels, end - top)
    report?.(end / raster.height)
  }
  await encoding.end()
  return layOutCog({ levels, content, transform: raster.transform, geoTags: raster.geoTags })
}

const emptyPlaces = (count: number): TilePlace[] => Array.from({ length: count }, () => ({ at: 0, bytes: 0 }))

function toRgba(
  { bands, palette, alphaBand, nodata }: Raster,
  pixels: Uint8Array,
  mask: Uint8Array | undefined,
): Uint8Array {
  const count = pixels.length / bands
  const rgba = bands === 4 ? pixels : new Uint8Array(count * 4)
  if (palette) applyPalette(rgba, pixels, palette)
  else if (bands === 3)
    for (let pixel = 0; pixel < count; pixel += 1) {
      rgba[pixel * 4] = pixels[pixel * 3] ?? 0
      rgba[pixel * 4 + 1] = pixels[pixel * 3 + 1] ?? 0
      rgba[pixel * 4 + 2] = pixels[pixel * 3 + 2] ?? 0
      rgba[pixel * 4 + 3] = 255
    }
  const hasNodata = nodata !== undefined && alphaBand === undefined && !palette
  for (let pixel = 0; pixel < count; pixel += 1) {
    const at = pixel * 4
    const isNothing = hasNodata && rgba[at] === nodata && rgba[at + 1] === nodata && rgba[at + 2] === nodata
    const isThere = !isNothing && (mask?.[pixel] ?? 255) > 0 && (rgba[at + 3] ?? 0) >= 128
    rgba[at + 3] = isThere ? 255 : 0
  }
  return rgba
}

function applyPalette(rgba: Uint8Array, pixels: Uint8Array, palette: Float64Array): void {
  const colours = palette.length / 3
  for (const [pixel, value] of pixels.entries()) {
    for (let band = 0; band < 3; band += 1) rgba[pixel * 4 + band] = (palette[band * colours + value] ?? 0) >> 8
    rgba[pixel * 4 + 3] = 255
  }
}

const STEPS_PER_UNIT = 1024
/** Added and taken away again, it leaves a double without its fraction: 1.5 x 2^52. Faster than `Math.round`. */
const ROUNDER = 6_755_399_441_055_744

function round(pixels: Uint8Array, { sampleType, nodata }: Content): void {
  if (!sampleType.startsWith('float')) return
  const values = samplesIn(pixels, sampleType)
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0
    if (value !== nodata) values[at] = (value * STEPS_PER_UNIT + ROUNDER - ROUNDER) / STEPS_PER_UNIT
  }
}

function createTileEncoder(levels: readonly LevelTiles[], content: Content, { encoders, keepTile }: Copying) {
  const running = new Set<Promise<void>>()
  const store = async (place: TilePlace | undefined, data: Uint8Array): Promise<void> => {
    if (place) Object.assign(place, { at: await keepTile(data), bytes: data.length })
  }
  const encode = async ({ level, index, pixels }: Tile): Promise<void> => {
    const place = levels[level]?.tiles[index]
    if (!content.isPicture) {
      const predicted = content.sampleType.startsWith('float')
        ? predictFloatingPoint(pixels, { bands: content.bands, sampleBytes: pixelBytesOf(content) / content.bands })
        : predictHorizontal(pixels, { bands: content.bands, sampleBytes: pixelBytesOf(content) / content.bands })
      return store(place, await encoders.deflate(predicted))
    }
    const split = splitMask(pixels)
    if (!split) return
    const [jpeg, mask] = await Promise.all([encoders.jpeg(split.rgb), encoders.deflate(split.mask)])
    await store(place, jpeg)
    await store(levels[level]?.masks[index], mask)
  }
  let failure: { error: unknown } | undefined
  const rethrow = () => {
    if (failure) throw failure.error
  }
  return {
    take: async (tile: Tile): Promise<void> => {
      while (running.size >= ENCODING_MAX) await Promise.race(running)
      rethrow()
      const work = encode(tile)
        .catch((error: unknown) => {
          failure ??= { error }
        })
        .finally(() => running.delete(work))
      running.add(work)
    },
    end: async (): Promise<void> => {
      await Promise.all(running)
      rethrow()
    },
  }
}

/** The colours of an RGBA tile, and a bit for each pixel that is there; undefined when none is. */
function splitMask(rgba: Uint8Array): { rgb: Uint8Array; mask: Uint8Array } | undefined {
  const count = rgba.length / 4
  const rgb = new Uint8Array(count * 3)
  const mask = new Uint8Array(count / 8)
  const sums = [0, 0, 0]
  let there = 0
  for (let pixel = 0; pixel < count; pixel += 1) {
    if ((rgba[pixel * 4 + 3] ?? 0) < 128) continue
    there += 1
    mask[pixel >> 3] = (mask[pixel >> 3] ?? 0) | (128 >> (pixel & 7))
    for (let band = 0; band < 3; band += 1) {
      const value = rgba[pixel * 4 + band] ?? 0
      rgb[pixel * 3 + band] = value
      sums[band] = (sums[band] ?? 0) + value
    }
  }
  if (there === 0) return undefined
  // A sharp edge between what is there and what is not would ring.
  if (there < count)
    for (let pixel = 0; pixel < count; pixel += 1)
      if ((rgba[pixel * 4 + 3] ?? 0) < 128)
        for (let band = 0; band < 3; band += 1) rgb[pixel * 3 + band] = Math.round((sums[band] ?? 0) / there)
  return { rgb, mask }
}

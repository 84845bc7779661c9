// Tiles of a map's copy for viewing, by ranges.
import type { ReadRange } from '#domain/archive/byte-reader.ts'
import { decodeBlock, NO_CODECS } from './decode-block.ts'
import { TILE_PIXELS } from './pyramid.ts'
import { findLevels, type MaskedRaster, type Raster } from './raster.ts'
import { samplesIn } from './read-rows.ts'
import { readDirectories } from './tiff-directories.ts'
import { type Stored, type Values, valuesOf } from './values.ts'

export type ViewDecoders = {
  /** zlib data. */
  inflate: (data: Uint8Array) => Promise<Uint8Array>
  /** RGBA of a JPEG. */
  jpeg: (data: Uint8Array) => Promise<Uint8ClampedArray>
}
/** May be stopped when nobody looks any more. */
export type ReadTileRange = (from: number, to: number, signal: AbortSignal) => Promise<Uint8Array>

/** A tile of a level, counted from the full size (0), and its column and row. */
export type TileAt = { level: number; column: number; row: number }

export type ViewCopy = {
  /** From full size to the smallest. */
  levels: readonly { width: number; height: number }[]
  /** RGBA; undefined where nothing is. */
  readPicture: (at: TileAt, signal: AbortSignal) => Promise<Uint8ClampedArray | undefined>
  /** Values, band by band for each pixel, NaN where a band holds nothing; undefined where nothing is. */
  readNumbers: (at: TileAt, signal: AbortSignal) => Promise<Values | undefined>
}

type Opening = {
  bytes: number
  /** What the numbers of each band stand for. */
  bands: Stored['bands']
  readRange: ReadRange
  readTileRange: ReadTileRange
  decoders: ViewDecoders
}

/** @throws UnreadableRaster */
export async function openViewCopy({ bytes, bands, readRange, readTileRange, decoders }: Opening): Promise<ViewCopy> {
  const levels = findLevels(await readDirectories(bytes, readRange))
  const find = ({ level, column, row }: TileAt): (MaskedRaster & { index: number }) | undefined => {
    const found = levels[level]
    const { across = 0, down = 0 } = found?.raster.block ?? {}
    return found && column < across && row < down ? { ...found, index: row * across + column } : undefined
  }
  return {
    levels: levels.map(({ raster: { width, height } }) => ({ width, height })),
    readPicture: async (at, signal) => {
      const tile = find(at)
      const read = tile && (await readBoth(tile, readTileRange, signal))
      if (!read) return undefined
      const rgba = await decoders.jpeg(read.data)
      if (read.mask) hide(rgba, await decoders.inflate(read.mask))
      return rgba
    },
    readNumbers: async (at, signal) => {
      const tile = find(at)
      const read = tile && (await readBoth({ ...tile, mask: undefined }, readTileRange, signal))
      if (!tile || !read) return undefined
      const codecs = { ...NO_CODECS, inflate: decoders.inflate }
      const block = await decodeBlock(tile.raster, read.data, { rows: TILE_PIXELS, codecs })
      return valuesOf(samplesIn(block, tile.raster.sampleType), { bands, nodata: tile.raster.nodata })
    },
  }
}

const rangeOf = ({ offsets, byteCounts }: Raster, index: number): [from: number, to: number] => {
  const from = offsets[index] ?? 0
  return [from, from + (byteCounts[index] ?? 0)]
}

/** The mask of a tile lies right behind it. */
async function readBoth(
  { raster, mask, index }: MaskedRaster & { index: number },
  readTileRange: ReadTileRange,
  signal: AbortSignal,
): Promise<{ data: Uint8Array; mask: Uint8Array | undefined } | undefined> {
  const [from, to] = rangeOf(raster, index)
  if (from === to) return undefined
  const [maskFrom, maskTo] = mask ? rangeOf(mask, index) : [to, to]
  const bytes = await readTileRange(from, maskFrom === to ? maskTo : to, signal)
  const data = bytes.subarray(0, to - from)
  if (maskFrom === maskTo) return { data, mask: undefined }
  return { data, mask: maskFrom === to ? bytes.subarray(to - from) : await readTileRange(maskFrom, maskTo, signal) }
}

/** Makes pixels transparent whose bit in the mask is 0. */
function hide(rgba: Uint8ClampedArray, mask: Uint8Array): void {
  for (let pixel = 0; pixel < rgba.length / 4; pixel += 1) {
    const bits = mask[pixel >> 3] ?? 0
    if (bits === 255) pixel |= 7
    else if (((bits >> (7 - (pixel & 7))) & 1) === 0) rgba.fill(0, pixel * 4, pixel * 4 + 4)
  }
}

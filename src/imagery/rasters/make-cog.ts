// A cloud-optimised GeoTIFF, made in one pass over rows of pixels from top to bottom.
import type { GeoTransform } from '#domain/maps.ts'
import { type CogLayout, type LevelTiles, layOutCog, type TilePlace } from './cog-layout.ts'
import { predictFloatingPoint, predictHorizontal } from './predict.ts'
import { type Content, createPyramid, levelsOf, pixelBytesOf, TILE_PIXELS, type Tile } from './pyramid.ts'
import type { GeoTags } from './raster.ts'
import type { ReadRows } from './read-rows.ts'

export type Encoders = {
  deflate: (data: Uint8Array) => Promise<Uint8Array>
  /** Of RGB, `TILE_PIXELS` wide and high. */
  jpeg: (rgb: Uint8Array) => Promise<Uint8Array>
}

/** Keeps the encoded tiles until the file is put together. @returns where they lie. */
export type KeepTile = (data: Uint8Array) => Promise<number>

type Making = {
  width: number
  height: number
  transform: GeoTransform | undefined
  geoTags: GeoTags | undefined
  content: Content
  /** What the file says of itself, in GDAL's markup; asked for when all rows are read. */
  metadata?: (() => string) | undefined
  /** Of a picture RGBA, of numbers all bands. May be overwritten. */
  readRows: ReadRows
  encoders: Encoders
  keepTile: KeepTile
  /** Told the part of the rows that are done. */
  report?: ((fraction: number) => void) | undefined
  signal?: AbortSignal | undefined
}

/** Tiles that are encoded at the same time. */
const ENCODING_MAX = 12

/** Pictures lose a little (JPEG), numbers nothing. */
export async function makeCog(making: Making): Promise<CogLayout> {
  const { width, height, transform, geoTags, content, metadata, readRows, report, signal } = making
  const levels: LevelTiles[] = levelsOf(width, height).map((level) => ({
    ...level,
    tiles: emptyPlaces(level.across * level.down),
    masks: emptyPlaces(content.isPicture ? level.across * level.down : 0),
  }))
  const encoding = createTileEncoder(levels, content, making)
  const pyramid = createPyramid(levels, content, encoding.take)
  for (let top = 0; top < height; top += TILE_PIXELS) {
    signal?.throwIfAborted()
    const end = Math.min(height, top + TILE_PIXELS)
    await pyramid.push(await readRows(top, end), end - top)
    report?.(end / height)
  }
  await encoding.end()
  return layOutCog({ levels, content, transform, geoTags, metadata: metadata?.() })
}

const emptyPlaces = (count: number): TilePlace[] => Array.from({ length: count }, () => ({ at: 0, bytes: 0 }))

function createTileEncoder(
  levels: readonly LevelTiles[],
  content: Content,
  { encoders, keepTile }: Pick<Making, 'encoders' | 'keepTile'>,
) {
  const running = new Set<Promise<void>>()
  const store = async (place: TilePlace | undefined, data: Uint8Array): Promise<void> => {
    if (place) Object.assign(place, { at: await keepTile(data), bytes: data.length })
  }
  const encode = async ({ level, index, pixels }: Tile): Promise<void> => {
    const place = levels[level]?.tiles[index]
    if (!content.isPicture) {
      const predict = content.sampleType.startsWith('float') ? predictFloatingPoint : predictHorizontal
      const sampleBytes = pixelBytesOf(content) / content.bands
      return store(place, await encoders.deflate(predict(pixels, { bands: content.bands, sampleBytes })))
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

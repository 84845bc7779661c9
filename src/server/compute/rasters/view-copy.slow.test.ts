import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { SampleType } from '#domain/maps.ts'
import { openViewCopy, type ViewDecoders } from '#imagery/rasters/view-copy.ts'
import { makeTiff, type TiffOptions } from '#imagery/testing/make-tiff.ts'
import { copyOf, valuesOf } from '../testing/raster-copies.ts'

const TILE = 512
const decoders: ViewDecoders = {
  inflate: promisify(inflate),
  jpeg: async (data) => new Uint8ClampedArray(await sharp(data).ensureAlpha().raw().toBuffer()),
}

/** Opens the copy of a file, and counts what is read of it after that. */
async function viewOf(options: TiffOptions) {
  const file = await copyOf(makeTiff(options))
  const reads: [from: number, to: number][] = []
  const copy = await openViewCopy({
    bytes: file.length,
    bands: Array.from({ length: options.bands ?? 1 }, () => ({ role: 'unknown' })),
    readRange: async (from, to) => file.slice(from, to),
    readTileRange: async (from, to) => {
      reads.push([from, to])
      return file.slice(from, to)
    },
    decoders,
  })
  return { copy, reads }
}

const SIZE = { width: 1100, height: 700 }
const POINTS = Array.from({ length: 100 }, (_, at) => ({
  x: (at * 7919) % SIZE.width,
  y: (at * 104_729) % SIZE.height,
}))
const placeOf = ({ x, y }: { x: number; y: number }) => ({
  tile: { level: 0, column: Math.floor(x / TILE), row: Math.floor(y / TILE) },
  pixel: (y % TILE) * TILE + (x % TILE),
})
const { signal } = new AbortController()
const TYPES: SampleType[] = ['uint8', 'int8', 'uint16', 'int16', 'uint32', 'int32', 'float32', 'float64']

const isThere = (x: number, y: number) => (x + y) % 97 > 30

describe('a tile of the copy for viewing', () => {
  test.each(TYPES)('of %s has the values of the file at 100 points of each band', async (sampleType) => {
    const valueAt = valuesOf(sampleType)
    const { copy } = await viewOf({ ...SIZE, bands: 2, sampleType, valueAt })
    expect(copy.levels[0]).toEqual(SIZE)
    const tiles = new Map<string, Awaited<ReturnType<typeof copy.readNumbers>>>()
    for (const point of POINTS) {
      const { tile, pixel } = placeOf(point)
      const key = `${tile.column} ${tile.row}`
      const samples = tiles.get(key) ?? (await copy.readNumbers(tile, signal))
      tiles.set(key, samples)
      const [first, second] = [samples?.[pixel * 2], samples?.[pixel * 2 + 1]]
      expect([first, second]).toEqual([valueAt(point.x, point.y, 0), valueAt(point.x, point.y, 1)])
    }
  })

  test('of a picture has its transparency at 100 points, its colours nearly, and is read at once with its mask', async () => {
    const { copy, reads } = await viewOf({
      ...SIZE,
      bands: 4,
      photometric: 2,
      extraSamples: [2],
      valueAt: (x, y, band) => (band === 3 ? Number(isThere(x, y)) * 255 : 60 + band * 50),
    })
    for (const point of POINTS) {
      const { tile, pixel } = placeOf(point)
      reads.length = 0
      const rgba = await copy.readPicture(tile, signal)
      expect(reads).toHaveLength(1)
      const [red = 0, green = 0, blue = 0, alpha] = rgba?.subarray(pixel * 4, pixel * 4 + 4) ?? []
      const [expected, tolerance] = isThere(point.x, point.y) ? [[60, 110, 160, 255], 40] : [[0, 0, 0, 0], 0]
      expect(alpha).toBe(expected[3])
      const differences = [red, green, blue].map((value, band) => Math.abs(value - (expected[band] ?? 0)))
      expect(Math.max(...differences)).toBeLessThanOrEqual(tolerance)
    }
  })

  test('is nothing beyond the map, and where a picture is empty, without being read', async () => {
    const { copy, reads } = await viewOf({
      ...SIZE,
      bands: 4,
      photometric: 2,
      extraSamples: [2],
      valueAt: (x, _y, band) => (band === 3 && x < TILE ? 0 : 255),
    })
    expect(await copy.readPicture({ level: 0, column: 0, row: 0 }, signal)).toBeUndefined()
    expect(await copy.readPicture({ level: 0, column: 3, row: 0 }, signal)).toBeUndefined()
    expect(await copy.readPicture({ level: 9, column: 0, row: 0 }, signal)).toBeUndefined()
    expect(reads).toEqual([])
  })
})

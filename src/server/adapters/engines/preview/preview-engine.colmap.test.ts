import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkGlb } from '#imagery/models/check-glb.ts'
import { lonLatOf } from '#imagery/rasters/crs.ts'
import { findRaster } from '#imagery/rasters/raster.ts'
import { readDirectories } from '#imagery/rasters/tiff-directories.ts'
import { utmAt } from '#imagery/rasters/utm.ts'
import type { Camera } from '#imagery/reconstruction/model.ts'
import { createRandom, makeSyntheticFlight, takePhoto } from '#imagery/reconstruction/testing/make-synthetic-flight.ts'
import { type EngineOrder, type EnginePhoto, RunFailed } from '../engine.ts'
import { openPreviewEngine } from './preview-engine.ts'

const CAMERA: Camera = { width: 640, height: 480, lens: { focal: 480, x: 320, y: 240, k1: 0, k2: 0, p1: 0, p2: 0 } }
const [EAST, NORTH] = [600_000, 5_700_000]
const CRS = utmAt(10.5, 51.5)

/** Ground with something to find on it, at all sizes. */
function createGround() {
  const { uniform } = createRandom(5)
  const side = 256
  const noise = Float64Array.from({ length: side * side }, uniform)
  const at = (x: number, y: number): number => noise[(y & (side - 1)) * side + (x & (side - 1))] ?? 0
  const smooth = (x: number, y: number): number => {
    const [left, top] = [Math.floor(x), Math.floor(y)]
    const [a, b] = [x - left, y - top]
    return (
      (at(left, top) * (1 - a) + at(left + 1, top) * a) * (1 - b) +
      (at(left, top + 1) * (1 - a) + at(left + 1, top + 1) * a) * b
    )
  }
  return (x: number, y: number): [number, number, number] => {
    const value =
      0.5 * smooth(x / 2 + 500, y / 2 + 500) +
      0.3 * smooth(2 * x + 900, 2 * y + 900) +
      0.2 * smooth(5 * x + 700, 5 * y + 700)
    return [255 * value, 230 * value + 10, 160 * value]
  }
}

const fractions = (degrees: number): string => {
  const minutes = (Math.abs(degrees) % 1) * 60
  return `${Math.floor(Math.abs(degrees))}/1 ${Math.floor(minutes)}/1 ${Math.round((minutes % 1) * 60 * 1e6)}/1000000`
}

async function makePhotos(shots: { lines: number; shots: number }): Promise<EnginePhoto[]> {
  const ground = createGround()
  const { views } = makeSyntheticFlight({ ...shots, cameras: [CAMERA], points: 1 })
  return Promise.all(
    views.map(async (view, at) => {
      const [lon, lat] = lonLatOf(CRS, [EAST + view.centre[0], NORTH + view.centre[1]])
      const { rgb } = takePhoto(CAMERA, view, ground)
      const jpeg = await sharp(rgb, { raw: { width: CAMERA.width, height: CAMERA.height, channels: 3 } })
        .jpeg({ quality: 92 })
        .withExif({
          IFD0: { Make: 'Synthetic', Model: 'Camera' },
          IFD2: { FocalLength: '75/10', FocalPlaneXResolution: '64/1', FocalPlaneResolutionUnit: '4' },
          IFD3: {
            GPSLatitudeRef: 'N',
            GPSLatitude: fractions(lat),
            GPSLongitudeRef: 'E',
            GPSLongitude: fractions(lon),
            GPSAltitudeRef: '0',
            GPSAltitude: `${Math.round(view.centre[2] * 1000)}/1000`,
          },
        })
        .toBuffer()
      // The same name in two folders is two photos.
      return {
        name: `${at % 2 === 0 ? '100MEDIA' : '101MEDIA'}/DJI_${at >> 1}.JPG`,
        bytes: jpeg.length,
        open: () => one(jpeg),
      }
    }),
  )
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes)
}

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

const root = mkdtempSync(join(tmpdir(), 'preview-engine-'))

function orderOf(photos: readonly EnginePhoto[], signal = new AbortController().signal) {
  const products = new Map<string, Uint8Array>()
  const seen: number[] = []
  const order: EngineOrder = {
    runId: 'run',
    attempt: 1,
    photos,
    files: [],
    outputs: ['orthomosaic'],
    options: {},
    remembered: null,
    remember: () => Promise.resolve(),
    report: (stage, fraction) => stage === 'running' && seen.push(fraction),
    log: () => undefined,
    keep: async ({ fileName, open }) => void products.set(fileName, await bytesOf(open())),
    signal,
  }
  return { order, products, seen }
}

describe('a flight over known ground', () => {
  const done: {
    quality?: Awaited<ReturnType<ReturnType<typeof openPreviewEngine>['run']>>
    products?: Map<string, Uint8Array>
    fractions?: number[]
  } = {}
  beforeAll(async () => {
    const { order, products, seen } = orderOf(await makePhotos({ lines: 3, shots: 4 }))
    done.quality = await openPreviewEngine(root).run(order)
    done.products = products
    done.fractions = seen
  })

  test('all photos find their place', () => {
    expect(done.quality).toMatchObject({ photos: 12, usedPhotos: 12 })
    expect(done.quality?.reprojectionPixels).toBeLessThan(1)
    expect(done.quality?.gpsHorizontalMetres).toBeLessThan(0.5)
    expect(Math.abs((done.quality?.focalRatio ?? 0) - 1)).toBeLessThan(0.03)
    expect(done.quality?.notes.join(' ')).toContain('preview, GPS accuracy')
  })

  test('progress goes one way', () => {
    expect(done.fractions?.length).toBeGreaterThan(20)
    expect(done.fractions).toEqual([...(done.fractions ?? [])].sort((a, b) => a - b))
  })

  test('the maps lie where the flight was, and say what they are', async () => {
    for (const name of ['orthomosaic.tif', 'orthomosaic-unblended.tif', 'elevation.tif']) {
      const bytes = done.products?.get(name) ?? new Uint8Array()
      expect(new TextDecoder('latin1').decode(bytes)).toContain('preview, GPS accuracy')
      const { raster } = findRaster(
        await readDirectories(bytes.length, (from, to) => Promise.resolve(bytes.subarray(from, to))),
      )
      const [, , west, , , north] = raster.transform ?? []
      expect(west).toBeGreaterThan(EAST - 60)
      expect(west).toBeLessThan(EAST)
      expect(north).toBeGreaterThan(NORTH + 27)
      expect(north).toBeLessThan(NORTH + 90)
    }
  })

  test('the model can be opened, and the reports name the accuracy', () => {
    const glb = done.products?.get('model.glb') ?? new Uint8Array()
    expect(() => checkGlb(glb, glb.length)).not.toThrow()
    for (const name of ['quality.txt', 'quality.json', 'points.las'])
      expect(new TextDecoder('latin1').decode(done.products?.get(name))).toContain('preview, GPS accuracy')
  })

  test('nothing is left', () => {
    expect(readdirSync(root)).toEqual([])
  })
})

test('what can become no map is refused with the reason, and nothing is left', async () => {
  const { order, products } = orderOf(await makePhotos({ lines: 1, shots: 6 }))
  const failure = await openPreviewEngine(root)
    .run(order)
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(RunFailed)
  expect(failure).toMatchObject({
    message: expect.stringContaining('All photos lie in one line.'),
    advice: expect.stringContaining('two lines'),
  })
  expect(products.size).toBe(0)
  expect(readdirSync(root)).toEqual([])
})

test('a run that is cancelled ends at once, and nothing is left', async () => {
  const cancel = new AbortController()
  const { order, products } = orderOf(await makePhotos({ lines: 2, shots: 4 }), cancel.signal)
  order.log = (line) => {
    if (line.startsWith('Finding the same points')) cancel.abort(new Error('cancelled'))
  }
  await expect(openPreviewEngine(root).run(order)).rejects.toThrow('cancelled')
  expect(products.size).toBe(0)
  expect(readdirSync(root)).toEqual([])
})

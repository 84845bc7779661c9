import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { minutes } from '#domain/units.ts'
import { checkGlb } from '#imagery/models/check-glb.ts'
import type { CameraFile } from '#imagery/plot-photos/camera-file.ts'
import { findRaster } from '#imagery/rasters/raster.ts'
import { readDirectories } from '#imagery/rasters/tiff-directories.ts'
import { makeSyntheticFlight } from '#imagery/reconstruction/testing/make-synthetic-flight.ts'
import { EAST, makePhotos, NORTH } from '#server/testing/photo-flight.ts'
import { RunFailed } from '../engine.ts'
import { openPreviewEngine } from './preview-engine.ts'
import { orderOf } from './testing/order-of.ts'

const root = mkdtempSync(join(tmpdir(), 'preview-engine-'))

describe('a flight over known ground', () => {
  const done: {
    quality?: Awaited<ReturnType<ReturnType<typeof openPreviewEngine>['run']>>
    products?: Map<string, Uint8Array>
    fractions?: number[]
    versions?: string[]
  } = {}
  beforeAll(async () => {
    const { order, products, seen, versions } = orderOf(await makePhotos({ lines: 3, shots: 4, isNearInfrared: true }))
    done.quality = await openPreviewEngine(root).run(order)
    done.products = products
    done.fractions = seen
    done.versions = versions
    // COLMAP yields to all else on a busy machine.
  }, minutes(8))

  test('all photos find their place', () => {
    expect(done.quality).toMatchObject({ photos: 12, usedPhotos: 12 })
    expect(done.quality?.reprojectionPixels).toBeLessThan(1)
    expect(done.quality?.gpsHorizontalMetres).toBeLessThan(0.5)
    expect(Math.abs((done.quality?.focalRatio ?? 0) - 1)).toBeLessThan(0.03)
    expect(done.quality?.notes.join(' ')).toContain('preview, GPS accuracy')
  })

  test('the programs say their versions', () => {
    expect(done.versions).toEqual([expect.stringMatching(/^COLMAP \d+\.\d+, GDAL \d+\.\d+\.\d+$/)])
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
    for (const name of ['quality.txt', 'quality.json', 'points.laz'])
      expect(new TextDecoder('latin1').decode(done.products?.get(name))).toContain('preview, GPS accuracy')
  })

  test('where each photo was taken is kept, by its name in the archive', () => {
    const text = new TextDecoder().decode(done.products?.get('cameras.json'))
    const { epsg, origin, photos, cameras } = JSON.parse(text) as CameraFile
    expect(epsg).toBe(32_632)
    expect(photos.map(({ name }) => name).toSorted()).toEqual(
      Array.from({ length: 12 }, (_, at) => `10${at % 2}MEDIA/DJI_${at >> 1}.JPG`).toSorted(),
    )
    expect(cameras).toEqual([expect.objectContaining({ width: 640, height: 480 })])
    const { views } = makeSyntheticFlight({ lines: 3, shots: 4, points: 1 })
    for (const [at, { centre }] of views.entries()) {
      const name = `10${at % 2}MEDIA/DJI_${at >> 1}.JPG`
      const found = photos.find((photo) => photo.name === name)?.centre ?? [0, 0, 0]
      expect(Math.abs(origin[0] + found[0] - EAST - centre[0])).toBeLessThan(1.5)
      expect(Math.abs(origin[1] + found[1] - NORTH - centre[1])).toBeLessThan(1.5)
    }
  })

  test('photos in which plants look red are a warning in both reports', () => {
    const warning = /Plants look red or purple in 12 of 12 photos, .* RGB indices and cover will be wrong/
    expect(done.quality?.notes).toContainEqual(expect.stringMatching(warning))
    expect(new TextDecoder().decode(done.products?.get('quality.txt'))).toMatch(warning)
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

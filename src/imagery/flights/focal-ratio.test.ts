import { expect, test } from 'vitest'
import { readPhoto } from '../photos/read-photo.ts'
import { makeJpeg, makeTiff, type Tags, xmpOf } from '../photos/testing/make-photo.ts'
import { focalRatioOf } from './focal-ratio.ts'

type Camera = { model?: string; exif?: Tags; xmp?: Record<string, string>; width?: number; height?: number }

async function ratioOf({ model = 'X', exif = {}, xmp = {}, width = 4000, height = 3000 }: Camera) {
  const tiff = makeTiff([{ 272: model, 34_665: { directory: exif } }])
  const bytes = makeJpeg({ width, height, tiff, xmp: xmpOf(xmp) })
  const found = await readPhoto({ size: bytes.length, readRange: (from, to) => Promise.resolve(bytes.slice(from, to)) })
  return found && focalRatioOf(found.photo)
}

const FOCAL: Tags = { 37_386: { fractions: [[361, 100]] } }
const FOCAL_35: Tags = { 41_989: { short: [20] } }

test('the sensor of a known camera is surest, then the focal plane, the calibration and 35 mm', async () => {
  const plane: Tags = { 41_486: { fractions: [[4000, 617]] }, 41_488: { short: [4] } }
  const calibration = { 'drone-dji:CalibratedFocalLength': '2340.5' }
  const all = { model: 'FC300S', exif: { ...FOCAL, ...FOCAL_35, ...plane }, xmp: calibration }
  expect(await ratioOf(all)).toMatchObject({ ratio: 3.61 / 6.17, source: 'sensor' })
  expect(await ratioOf({ ...all, model: 'X' })).toMatchObject({ source: 'focalPlane' })
  expect(await ratioOf({ exif: FOCAL_35, xmp: calibration })).toMatchObject({ ratio: 2340.5 / 4000 })
  expect(await ratioOf({ exif: FOCAL_35 })).toMatchObject({ source: '35mm' })
  expect(await ratioOf({ exif: FOCAL })).toBeNull()
})

test('35 mm film has the diagonal of the frame: 34.6 mm wide for 4:3 and its crop of 16:9, 36 mm for 3:2', async () => {
  expect((await ratioOf({ exif: FOCAL_35 }))?.ratio).toBeCloseTo(20 / 34.6, 9)
  expect((await ratioOf({ exif: FOCAL_35, height: 2250 }))?.ratio).toBeCloseTo(20 / 34.6, 9)
  expect((await ratioOf({ exif: FOCAL_35, width: 5472, height: 3648 }))?.ratio).toBeCloseTo(20 / 36, 9)
})

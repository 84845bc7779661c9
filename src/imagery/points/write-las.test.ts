import { expect, test } from 'vitest'
import { readLasHeader } from './las-header.ts'
import { writeLas } from './write-las.ts'

test('a cloud is a file that the product opens, at its place and in its colours', async () => {
  const las = writeLas({
    count: 2,
    positions: Float64Array.of(1.5, 2, 160.25, -3, 4, 161),
    colours: Uint8Array.of(255, 0, 128, 1, 2, 3),
    origin: [576_000, 5_188_000],
    epsg: 32_615,
    says: 'preview, GPS accuracy',
  })
  const header = await readLasHeader(las.length, (from, to) => Promise.resolve(las.subarray(from, to)))
  expect(header).toMatchObject({
    count: 2,
    format: 2,
    recordBytes: 26,
    offset: [576_000, 5_188_000, 0],
    scale: [0.001, 0.001, 0.001],
  })
  const view = new DataView(las.buffer, header.pointsAt)
  expect([0, 4, 8].map((at) => view.getInt32(at, true))).toEqual([1500, 2000, 160_250])
  expect([20, 22, 24].map((at) => view.getUint16(at, true))).toEqual([65_535, 0, 32_896])
  expect(new TextDecoder().decode(las.subarray(26, 47))).toBe('preview, GPS accuracy')
})

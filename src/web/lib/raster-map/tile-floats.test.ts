import { expect, test } from 'vitest'
import { TILE_PIXELS } from '#imagery/rasters/pyramid.ts'
import { RIM, toFloats } from './tile-floats.ts'

const pixels = TILE_PIXELS * TILE_PIXELS

test('the bands that are shown keep their values, and NaN and alpha 0 are marked as nothing', () => {
  const samples = new Float32Array(pixels * 3)
  samples.set([1.5, 7, 255, 2.5, Number.NaN, 255, Number.NaN, 7, 255, 4.5, 7, 0])
  const map = { bands: ['red', 'nir', 'alpha'] } as const
  const floats = toFloats(samples, { map: { ...map, bands: [...map.bands] }, bands: [1, 0], hasRim: false })
  expect(floats.length).toBe(pixels * 3)
  expect(Array.from(floats.subarray(0, 3))).toEqual([7, 1.5, 1])
  expect([5, 8, 11].map((at) => floats[at])).toEqual([0, 0, 0])
})

test('around a tile of heights the slope at its edge goes on, and stops where nothing is', () => {
  const samples = new Float32Array(pixels).map((_, at) => 100 + 2 * (at % TILE_PIXELS))
  samples[0] = Number.NaN
  const floats = toFloats(samples, { map: { bands: ['elevation'] }, bands: [0], hasRim: true })
  const side = TILE_PIXELS + 2 * RIM
  const at = (column: number, row: number) =>
    Array.from(floats.subarray((row * side + column) * 2, (row * side + column) * 2 + 2))
  expect(at(0, 2)).toEqual([98, 1])
  expect(at(side - 1, 2)).toEqual([100 + 2 * TILE_PIXELS, 1])
  expect(at(5, 0)).toEqual([108, 1])
  expect(at(0, 1)).toEqual([0, 0])
  expect(at(1, 1)).toEqual([0, 0])
})

test('an empty tile holds nothing', () => {
  const floats = toFloats(undefined, { map: { bands: ['red'] }, bands: [0], hasRim: false })
  expect(floats.every((value) => value === 0)).toBe(true)
})

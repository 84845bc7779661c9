import { expect, test } from 'vitest'
import { parseFormula } from '../catalogue/parse-formula.ts'
import { maskRule } from './masks.ts'
import { measurePlots } from './measure-plots.ts'
import { createIndexRows, createMaskRows } from './pixel-rows.ts'
import { box, fieldOf } from './testing/make-field.ts'

const SIZE = { width: 12, height: 10 }
const window = { left: 0, top: 0, ...SIZE }
const halves = (left: number, right: number) => Float32Array.from({ length: 12 }, (_, x) => (x < 6 ? left : right))

test('an index is that of measuring, and nothing where a number of 4 bytes can not hold it', async () => {
  const layer = fieldOf({ ...SIZE, pixel: (x) => [x < 6 ? 0 : 200, 100, 50, 255] })
  const bands = ['red', 'green', 'blue'] as const
  const numbersOf = async (formula: string) =>
    new Float32Array((await createIndexRows({ layer, window, bands }, parseFormula(formula))(0, 1)).buffer)
  expect(await numbersOf('R * 1e39 / 1e39')).toEqual(halves(0, 200))
  expect(await numbersOf('R * 1e39')).toEqual(halves(0, Number.NaN))
  expect(await numbersOf('G / R')).toEqual(halves(Number.NaN, 0.5))
})

test('numbers of 8 bytes are the same plants in a file, in a plot, and with fragments taken out', async () => {
  const bands = ['nir', 'red'] as const
  // Rounded to 4 bytes, they have an NDVI of 0.4000000093.
  const numbers = Float64Array.from({ length: 2 * 120 }, (_, at) => (at % 2 === 0 ? 0.007 : 0.003))
  const readRows = async (from: number, to: number) => new Uint8Array(numbers.slice(24 * from, 24 * to).buffer)
  const layer = { ...fieldOf({ ...SIZE, bands, pixel: () => [] }), sampleType: 'float64', readRows } as const
  const rule = maskRule('ndvi', 0.4)
  if (!rule) throw new Error('There is no such mask')
  for (const isCleaned of [false, true]) {
    const [plot] = await measurePlots(layer, [box([0, 0, 12, 10])], { traits: [], mask: rule, isCleaned })
    const mask = await createMaskRows({ layer, window, bands }, { rule, isCleaned })(0, SIZE.height)
    expect([plot?.coverPct, new Set(mask)]).toEqual([100, new Set([1])])
  }
})

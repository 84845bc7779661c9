import { expect, test } from 'vitest'
import { findTrait } from '../catalogue/catalogue.ts'
import { measurePlots } from './measure-plots.ts'
import { placeOfValue } from './plot-numbers.ts'
import { STATISTICS, type Statistic } from './statistics.ts'
import { box, fieldOf } from './testing/make-field.ts'

/** A plot of 0.6 m by 3 m: ten slices of 30 cm, five of them of another red. */
const measure = async (pixelMetres: number | undefined, pixels: readonly [width: number, height: number]) => {
  const [width, height] = pixels
  const field = fieldOf({
    width,
    height,
    pixel: (_x, y) => [Math.floor((10 * y) / height) % 2 === 0 ? 100 : 140, 120, 60, 255],
  })
  const [plot] = await measurePlots(field, [box([0, 0, width, height])], {
    traits: [findTrait('BI') ?? { expression: Number.NaN }, { expression: 'red' }],
    ...(pixelMetres !== undefined && { pixelMetres }),
  })
  return (trait: number, name: Statistic) => plot?.values[placeOfValue(trait, 0, STATISTICS.indexOf(name))]
}

test.each([
  ['few pixels', 0.03, [20, 100]],
  ['many pixels', 0.004, [150, 750]],
] as const)('slices along a plot of %s vary as they were made', async (_, pixelMetres, pixels) => {
  const valueOf = await measure(pixelMetres, pixels)
  // Five times 100 and five times 140: a deviation of 20 around 120, of ten.
  expect(valueOf(1, 'uniformity')).toBeCloseTo((100 * 20 * Math.sqrt(10 / 9)) / 120, 3)
  expect(valueOf(1, 'iqr')).toBeCloseTo(40, 1)
  expect(valueOf(0, 'uniformity')).toBeGreaterThan(1)
})

test('nothing is said of a plot of less than three slices, or of pixels of unknown size', async () => {
  expect((await measure(undefined, [20, 100]))(1, 'uniformity')).toBeNaN()
  expect((await measure(0.005, [20, 100]))(1, 'uniformity')).toBeNaN()
})

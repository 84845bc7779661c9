import { describe, expect, test } from 'vitest'
import { measureHistogram } from './flight-histogram.ts'
import { maskRule } from './masks.ts'
import { findOtsuThreshold } from './otsu.ts'
import { box, fieldOf, type Pixel } from './testing/make-field.ts'

const noise = (x: number, y: number) => ((x * 7919 + y * 104_729) % 17) - 8

const exg = maskRule('exg') ?? { expression: 0, threshold: 0 }

const thresholdOf = async (pixel: Pixel) => {
  const layer = fieldOf({ pixel })
  const histogram = await measureHistogram(layer, [box([1, 1, 39, 29])], exg)
  return findOtsuThreshold(histogram, 0.1)
}

const bell = (x: number, y: number) => noise(x, y) + noise(y, x + 3) + noise(x + y, x) + noise(3 * x + y, 7)

describe("Otsu's threshold", () => {
  test('lies between soil and plants', async () => {
    const { threshold, eta, isFallback } = await thresholdOf((x, y) =>
      x % 2 ? [60 + noise(x, y), 100, 60, 255] : [120 + noise(x, y), 100, 80, 255],
    )
    expect(isFallback).toBe(false)
    expect(threshold).toBeGreaterThan(0.05)
    expect(threshold).toBeLessThan(0.35)
    expect(eta).toBeGreaterThan(0.8)
  })
  test('gives way to that of the season where there is one kind of pixels only', async () => {
    expect(await thresholdOf((x, y) => [120 + bell(x, y), 100, 80, 255])).toMatchObject({
      threshold: 0.1,
      isFallback: true,
    })
    expect(findOtsuThreshold(new Float64Array(30_000), 0.12)).toEqual({ threshold: 0.12, eta: null, isFallback: true })
  })
})

import { describe, expect, test } from 'vitest'
import type { Polygon } from '../../plots/polygon.ts'
import { darkOf, flagsOfPlot, fromBits, isCoarse, toBits } from './flags.ts'
import { maskRule } from './masks.ts'
import { measurePlots } from './measure-plots.ts'
import { box, fieldOf, type Pixel, SOIL } from './testing/make-field.ts'

const measured = async (pixel: Pixel, polygon = box([10, 10, 30, 25])) => {
  const [plot] = await measurePlots(fieldOf({ pixel }), [polygon], {
    traits: [],
    mask: maskRule('exg'),
    edgeMargin: 2,
  })
  if (!plot) throw new Error('There is a plot')
  return plot
}

const flagsOf = async (pixel: Pixel, polygon?: Polygon) =>
  flagsOfPlot({ plot: await measured(pixel, polygon), dark: null, isMaskFallback: false, ring: null, gsdCm: 2 })

const coarse = (gsdCm: number | null, daysAfterPlanting: number | null) => isCoarse({ gsdCm, daysAfterPlanting })

describe('flags', () => {
  test('a good plot has none', async () => {
    expect(await flagsOf(() => SOIL)).toEqual([])
  })
  test('few pixels, part of them outside', async () => {
    expect(await flagsOf(() => SOIL, box([30, 20, 42, 29]))).toEqual(['PARTIAL_DATA', 'EDGE_OF_MOSAIC', 'LOW_PIXELS'])
  })
  test('glare', async () => {
    expect(await flagsOf((x) => (x === 20 ? [255, 255, 255, 255] : SOIL))).toEqual(['SATURATED'])
  })
  test('a threshold in the middle of the values', async () => {
    expect(await flagsOf((x) => (x < 20 ? [100, 115, 95, 255] : [100, 117, 95, 255]))).toEqual(['MASK_UNSTABLE'])
  })
  test('a shadow that the rest of the trial does not have', async () => {
    const [shaded, bright] = [await measured((x) => (x < 20 ? [10, 9, 8, 255] : SOIL)), await measured(() => SOIL)]
    const dark = darkOf([shaded, ...Array.from({ length: 60 }, () => bright)])
    expect(flagsOfPlot({ plot: shaded, dark, isMaskFallback: true, ring: null, gsdCm: 2 })).toEqual([
      'SHADOW',
      'MASK_FALLBACK',
    ])
    expect(flagsOfPlot({ plot: bright, dark, isMaskFallback: false, ring: null, gsdCm: 2 })).toEqual([])
  })
  test('neighbours that grow into the buffer, beyond what chance makes of a few plants', async () => {
    const plot = await measured((x) => (x === 20 ? [60, 120, 40, 255] : SOIL))
    const bleeds = (coverPct: number, nPx: number) =>
      flagsOfPlot({ plot, dark: null, isMaskFallback: false, ring: { nPx, coverPct }, gsdCm: 10 })
    expect(plot.coverPct).toBe(5)
    expect(bleeds(25, 300)).toEqual(['NEIGHBOUR_BLEED'])
    // 5 points more, and as little of a smaller ring as two plants would make.
    expect(bleeds(9.9, 300)).toEqual([])
    expect(bleeds(12, 40)).toEqual([])
  })
  test('pixels are coarse for cover above 1.8 cm, and above 0.5 cm in the four weeks after planting', () => {
    expect([coarse(1.9, null), coarse(1.8, null), coarse(1.9, 60)]).toEqual([true, false, true])
    expect([coarse(0.6, 28), coarse(0.5, 10), coarse(0.6, 29), coarse(0.6, -3)]).toEqual([true, false, false, false])
    expect(coarse(null, 10)).toBe(false)
  })
  test('are bits of a number', () => {
    expect(fromBits(toBits(['LOW_PIXELS', 'USER_EXCLUDED']))).toEqual(['LOW_PIXELS', 'USER_EXCLUDED'])
  })
})

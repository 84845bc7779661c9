import { describe, expect, test } from 'vitest'
import type { Polygon } from '../../plots/polygon.ts'
import { darkOf, flagsOfPlot, fromBits, toBits } from './flags.ts'
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
  flagsOfPlot({ plot: await measured(pixel, polygon), dark: null, isMaskFallback: false, unbuffered: null })

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
    expect(flagsOfPlot({ plot: shaded, dark, isMaskFallback: true, unbuffered: null })).toEqual([
      'SHADOW',
      'MASK_FALLBACK',
    ])
    expect(flagsOfPlot({ plot: bright, dark, isMaskFallback: false, unbuffered: null })).toEqual([])
  })
  test('neighbours that grow into the buffer', async () => {
    const plot = await measured(() => SOIL)
    expect(flagsOfPlot({ plot, dark: null, isMaskFallback: false, unbuffered: { nPx: 400, coverPct: 20 } })).toEqual([
      'NEIGHBOUR_BLEED',
    ])
  })
  test('are bits of a number', () => {
    expect(fromBits(toBits(['LOW_PIXELS', 'USER_EXCLUDED']))).toEqual(['LOW_PIXELS', 'USER_EXCLUDED'])
  })
})

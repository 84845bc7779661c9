import { expect, test } from 'vitest'
import type { BandRole } from '#domain/maps.ts'
import { MULTISPECTRAL_TRAITS } from '../catalogue/multispectral-traits.ts'
import { RGB_TRAITS } from '../catalogue/rgb-traits.ts'
import type { Trait } from '../catalogue/trait.ts'
import { readingOf } from '../measure/collector.ts'
import { maskRule } from '../measure/masks.ts'
import { createPixelList, type PixelList, unpackColours } from '../measure/pixel-list.ts'
import { type Measures, placeOfValue } from '../measure/plot-numbers.ts'
import { createSamples, takePixels } from '../measure/samples.ts'
import { SCOPES, STATISTICS, type Statistic } from '../measure/statistics.ts'
import { createTraitStatistics } from '../measure/trait-statistics.ts'
import { createKernel } from './kernel.ts'

const COUNT = 40_001
const SLICES = 17

let state = 20_261_124
/** From 0 to before 1. */
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}

function listOf(bands: number, isEightBit: boolean, fill: (at: number) => readonly number[]): PixelList {
  const list = createPixelList(bands, isEightBit)
  Object.assign(list, {
    count: COUNT,
    sliceCount: SLICES,
    colours: new Uint32Array(COUNT),
    bands: Array.from({ length: bands }, () => (isEightBit ? new Uint8Array(COUNT) : new Float32Array(COUNT))),
    weights: Float32Array.from({ length: COUNT }, () => (random() < 0.95 ? 1 : random())),
    vegetation: new Uint8Array(COUNT),
    slices: Uint8Array.from({ length: COUNT }, (_, at) => Math.floor((at * SLICES) / COUNT)),
  })
  for (let at = 0; at < COUNT; at += 1) {
    const values = fill(at)
    for (const [band, value] of values.entries()) {
      const numbers = list.bands[band]
      if (numbers) numbers[at] = value
    }
    if (isEightBit) list.colours[at] = values.reduce((sum, value, band) => sum + value * 2 ** (8 * band), 0)
  }
  return list
}

/** The same by WebAssembly, and by JavaScript. */
function bothOf(measures: Measures, list: PixelList) {
  const { traits, reading } = measures
  const length = traits.length * SCOPES.length * STATISTICS.length
  const [fast, exact] = [new Float64Array(length), new Float64Array(length)]
  const found = createKernel(measures)?.describe(list, fast)
  const plain = { ...list, vegetation: new Uint8Array(COUNT) }
  if (reading.isColours) unpackColours(plain)
  const samples = createSamples(reading.bands.length)
  const [red, green, blue] = plain.bands
  for (let at = 0; at < COUNT; at += 1) {
    const [r, g, b] = [red?.[at] ?? 0, green?.[at] ?? 0, blue?.[at] ?? 0]
    plain.vegetation[at] = (2 * g - r - b) / (r + g + b) > 0.1 ? 1 : 0
  }
  takePixels(plain, samples)
  createTraitStatistics(traits, reading)(samples, exact, [...traits.keys()])
  return { found, fast, exact }
}

/** The statistics that are further from those of JavaScript than sums in another order. */
function differences(traits: readonly Trait[], { found, fast, exact }: ReturnType<typeof bothOf>): string[] {
  const able = traits.map((trait, at) => ({ trait, at })).filter(({ at }) => !found?.rest.includes(at))
  return able.flatMap(({ trait: { id }, at: trait }) =>
    [0, 1].flatMap((scope) => {
      const read = (values: Float64Array, name: Statistic): number =>
        values[placeOfValue(trait, scope, STATISTICS.indexOf(name))] ?? Number.NaN
      return STATISTICS.filter((name) => {
        const [one, other] = [read(fast, name), read(exact, name)]
        return Number.isNaN(other) ? !Number.isNaN(one) : !(Math.abs(one - other) <= 1e-9 * Math.abs(other) + 1e-11)
      }).map((name) => `${id} ${name} ${SCOPES[scope]}: ${read(fast, name)}, not ${read(exact, name)}`)
    }),
  )
}

test('indices of red, green and blue are as those of JavaScript, also of black, grey and saturated pixels', () => {
  const bands = ['red', 'green', 'blue'] as const
  const traits = RGB_TRAITS.filter(({ presupposes }) => presupposes !== 'reflectance')
  const reading = readingOf({ bands: [...bands], sampleType: 'uint8' } as never, bands)
  const list = listOf(3, true, (at) => {
    const light = 0.4 + random()
    if (at % 997 === 0) return [0, 0, 0]
    if (at % 331 === 0) return [120, 120, 120]
    if (at % 173 === 0) return [255, 250, 255]
    const green = at % 3 > 0 ? 150 : 90
    return [110, green, 60].map((value) => Math.min(255, Math.floor(value * light + 30 * random())))
  })
  const both = bothOf({ traits, mask: maskRule('exg'), isMasked: false, reading }, list)
  expect(both.found?.rest).toEqual([])
  expect(differences(traits, both)).toEqual([])
  const mean = list.weights.reduce((sum, one, at) => sum + one * (list.bands[1]?.[at] ?? 0), 0)
  const weight = list.weights.reduce((sum, one) => sum + one, 0)
  expect(both.found?.numbers.bandMeans[1]).toBeCloseTo(mean / weight, 10)
  expect(both.found?.numbers.brightness?.reduce((sum, one) => sum + one, 0)).toBeCloseTo(weight, 0)
  const saturated = list.weights.reduce((sum, one, at) => {
    const isSaturated = list.bands.some((band) => (band[at] ?? 0) >= 250)
    return sum + (isSaturated ? one : 0)
  }, 0)
  expect(both.found?.numbers.satFrac).toBeCloseTo(saturated / weight, 6)
})

test('indices of reflectance are as those of JavaScript; those with powers are left to JavaScript', () => {
  const bands: BandRole[] = ['red', 'green', 'blue', 'redEdge', 'nir']
  const traits = [...RGB_TRAITS, ...MULTISPECTRAL_TRAITS]
  const reading = readingOf({ bands, sampleType: 'float32' } as never, bands)
  const list = listOf(5, false, (at) => {
    const isPlant = at % 3 > 0 ? 1 : 0
    return [0.12 - 0.07 * isPlant, 0.1 + 0.02 * isPlant, 0.06, 0.15 + 0.1 * isPlant, 0.2 + 0.3 * isPlant].map(
      (value) => value * (0.8 + 0.4 * random()),
    )
  })
  const both = bothOf({ traits, mask: maskRule('exg'), isMasked: false, reading }, list)
  expect(both.found?.rest.map((at) => traits[at]?.id)).toEqual(expect.arrayContaining(['VEG', 'vNDVI']))
  expect(both.found?.rest.length).toBeLessThan(8)
  expect(differences(traits, both)).toEqual([])
})

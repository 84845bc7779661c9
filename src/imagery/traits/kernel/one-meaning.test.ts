// Formulas that people could write have the same values by WebAssembly and by JavaScript.
import {
  type Arbitrary,
  assert,
  constantFrom,
  float,
  integer,
  letrec,
  oneof,
  property,
  record,
  tuple,
} from 'fast-check'
import { expect, test } from 'vitest'
import type { BandRole } from '#domain/maps.ts'
import { parseFormula } from '../catalogue/parse-formula.ts'
import { readingOf } from '../measure/collector.ts'
import { createPixelList, type PixelList } from '../measure/pixel-list.ts'
import type { Measures } from '../measure/plot-numbers.ts'
import { placeOfValue } from '../measure/plot-numbers.ts'
import { createSamples, takePixels } from '../measure/samples.ts'
import { SCOPES, STATISTIC_AT, STATISTICS, type Statistic } from '../measure/statistics.ts'
import { createTraitStatistics } from '../measure/trait-statistics.ts'
import { createKernel } from './kernel.ts'

const BANDS: readonly BandRole[] = ['red', 'green', 'blue']

const NUMBERS = [0, 0.333, 0.5, 1, 2, 3, 7.5, 255, 1e-7, 1e-6, 16_777_217, 1e8, 1e39, 1e300, 1e-300].map(String)

const { formula } = letrec<{ formula: string }>((tie) => {
  const inner = tie('formula')
  return {
    formula: oneof(
      { depthSize: 'small', withCrossShrink: true },
      constantFrom('R', 'G', 'B', 'R', 'G', 'B', ...NUMBERS),
      tuple(inner, constantFrom('+', '-', '*', '/', '^'), inner).map(
        ([one, sign, other]) => `(${one} ${sign} ${other})`,
      ),
      tuple(constantFrom('R', 'G', 'B'), constantFrom(...NUMBERS)).map(([band, exponent]) => `${band}^${exponent}`),
      tuple(constantFrom('min', 'max'), inner, inner).map(([name, one, other]) => `${name}(${one}, ${other})`),
      tuple(constantFrom('sqrt', 'abs', '-'), inner).map(([name, one]) => `${name}(${one})`),
    ),
  }
})

/** Pixels that are told by three numbers, of which each is used again and again. */
type Plot = { isEightBit: boolean; count: number; numbers: number[] }

const plot: Arbitrary<Plot> = oneof(
  record({
    isEightBit: constantFrom(true),
    count: integer({ min: 1, max: 1500 }),
    numbers: tuple(...Array.from({ length: 7 }, () => integer({ min: 0, max: 255 }))),
  }),
  record({
    isEightBit: constantFrom(false),
    count: integer({ min: 1, max: 1500 }),
    numbers: tuple(
      ...Array.from({ length: 7 }, () =>
        oneof(
          float({ noNaN: true, noDefaultInfinity: true }),
          float({ min: -1, max: 1, noNaN: true }),
          constantFrom(0, -1, 16_777_216, 1e-6),
        ),
      ),
    ),
  }),
)

function listOf({ isEightBit, count, numbers }: Plot): PixelList {
  const list = createPixelList(BANDS.length, isEightBit)
  const numberAt = (at: number, band: number): number => {
    const number = numbers[(at * 5 + band * 3 + Math.floor(at / 7)) % numbers.length] ?? 0
    return isEightBit && at % 11 > 3 ? (number + at * (band + 1)) % 256 : number
  }
  const bands = BANDS.map((_, band) => Float32Array.from({ length: count }, (__, at) => numberAt(at, band)))
  return Object.assign(list, {
    count,
    sliceCount: 3,
    bands: isEightBit ? bands.map((band) => Uint8Array.from(band)) : bands,
    colours: Int32Array.from({ length: count }, (_, at) =>
      bands.reduce((sum, band, place) => sum + (band[at] ?? 0) * 2 ** (8 * place), 0),
    ),
    weights: Float32Array.from({ length: count }, (_, at) => (at % 13 === 0 ? 0.25 : 1)),
    vegetation: Uint8Array.from({ length: count }, (_, at) => (at % 3 === 0 ? 1 : 0)),
    slices: Uint8Array.from({ length: count }, (_, at) => Math.floor((3 * at) / count)),
  })
}

function bothOf(measures: Measures, list: PixelList) {
  const length = measures.traits.length * SCOPES.length * STATISTICS.length
  const [fast, plain] = [new Float64Array(length), new Float64Array(length)]
  const rest = createKernel(measures)?.describe(list, fast).rest ?? []
  const samples = createSamples(BANDS.length)
  takePixels(list, samples)
  createTraitStatistics(measures.traits, measures.reading)(samples, plain, [...measures.traits.keys()])
  return { fast, plain, rest }
}

/** What doesn't depend on the order of sums. */
const SAME = ['min', 'max', 'p05', 'p10', 'p25', 'median', 'p75', 'p90', 'p95', 'p99', 'n_px'] as const

test('the least, the greatest and all quantiles are equal to the last bit, the mean but for the order of sums', () => {
  let compared = 0
  assert(
    property(tuple(formula, formula, formula), plot, (formulas, shown) => {
      const traits = formulas.map((text) => ({ expression: parseFormula(text) }))
      const reading = readingOf(
        { bands: [...BANDS], sampleType: shown.isEightBit ? 'uint8' : 'float32' } as never,
        BANDS,
      )
      const { fast, plain, rest } = bothOf(
        { traits, mask: { expression: 0, threshold: 0 }, isMasked: true, reading },
        listOf(shown),
      )
      for (const trait of traits.keys()) {
        if (rest.includes(trait)) continue
        compared += 1
        const extremes = ['min', 'max'] as const
        const size = Math.max(
          ...extremes.map((name) => Math.abs(plain[placeOfValue(trait, 0, STATISTIC_AT[name])] ?? 0)),
        )
        for (const scope of [0, 1]) {
          const read = (values: Float64Array, name: Statistic): number =>
            values[placeOfValue(trait, scope, STATISTIC_AT[name])] ?? Number.NaN
          const of = (values: Float64Array) => Object.fromEntries(SAME.map((name) => [name, read(values, name) + 0]))
          expect(of(fast)).toEqual(of(plain))
          const [one, other] = [read(fast, 'mean'), read(plain, 'mean')]
          // Sums of the largest numbers overflow.
          const off = Number.isFinite(other) ? Math.abs(one - other) : 0
          // Of a plot without a value there is no size.
          expect(off).toBeLessThanOrEqual(Number.isNaN(size) ? 0 : 1e-12 * size)
        }
      }
    }),
    { numRuns: 200 },
  )
  // Of others the exponent is no number, or bands have no 8 bits.
  expect(compared).toBeGreaterThan(200)
})

import { describe, expect, test } from 'vitest'
import { correlation, rankCorrelation } from './correlations.ts'
import { quantileOfF } from './distributions.ts'
import { compareWithCheck, genotypeMeans, lettersOfMeans } from './genotypes.ts'
import { repeatabilityOf } from './repeatability.ts'

/** Grain yield of rice at six seed rates in four complete blocks: Gomez and Gomez 1984, table 2.5. */
const RICE = Object.entries({
  25: [5113, 5398, 5307, 4678],
  50: [5346, 5952, 4719, 4264],
  75: [5272, 5713, 5483, 4749],
  100: [5164, 4831, 4986, 4410],
  125: [4804, 4848, 4432, 4748],
  150: [5254, 4542, 4919, 4098],
}).flatMap(([genotype, values]) => values.map((value, block) => ({ genotype, value, block: `${block + 1}` })))

const comparable = (plots: Parameters<typeof genotypeMeans>[0]) => {
  const found = genotypeMeans(plots)
  return { ...found, errorDf: found.error?.df ?? Number.NaN }
}

describe('a trial in complete blocks that is in a textbook', () => {
  test('has its mean squares: 110,558 of the error, 15 degrees of freedom', () => {
    const { error, blocks, means } = genotypeMeans(RICE)
    expect(blocks).toBe(4)
    expect(error?.df).toBe(15)
    expect(error?.variance).toBeCloseTo(110_558, -1)
    expect(means.find(({ genotype }) => genotype === '25')).toMatchObject({ mean: 5124, plots: 4 })
  })
  test('has its least significant difference: 2.131 √(2 · 110,558 / 4) = 501', () => {
    const differences = compareWithCheck(comparable(RICE), '25') ?? []
    expect(differences[0]).toBeNull()
    expect(differences.slice(1).map((one) => Math.round(one?.lsd ?? 0))).toEqual([501, 501, 501, 501, 501])
    expect(differences.map((one) => one?.isSignificant ?? null)).toEqual([null, false, false, false, false, false])
    expect(differences[4]?.difference).toBeCloseTo(4708 - 5124, 9)
    expect(compareWithCheck(comparable(RICE), '175')).toBeUndefined()
  })
  test('has letters: 75 is above 125 and 150', () => {
    expect(lettersOfMeans(comparable(RICE))).toEqual(['ab', 'ab', 'a', 'ab', 'b', 'b'])
  })
  test('has the repeatability of its mean squares: 1 - 110,558 / 239,666 of means', () => {
    const found = repeatabilityOf(RICE)
    if (typeof found === 'string') throw new Error(found)
    expect(found.ofMeans).toBeCloseTo(1 - 110_558 / 239_666, 4)
    const genetic = (239_666 - 110_558) / 4
    expect(found.ofPlots).toBeCloseTo(genetic / (genetic + 110_558), 4)
    expect(found).toMatchObject({ genotypes: 6, replicates: 4, blocks: 4 })
  })
  test('a lost plot takes its share of the other blocks: the mean is that of a missing-plot estimate', () => {
    const lost = RICE.filter(({ genotype, block }) => genotype !== '25' || block !== '2')
    const value = (of: Partial<(typeof RICE)[number]>) =>
      lost
        .filter(({ genotype, block }) => (of.genotype ?? genotype) === genotype && (of.block ?? block) === block)
        .reduce((sum, one) => sum + one.value, 0)
    // Yates 1933: (t T + r B - G) / ((t - 1) (r - 1)).
    const estimate = (6 * value({ genotype: '25' }) + 4 * value({ block: '2' }) - value({})) / 15
    const { means, error } = genotypeMeans(lost)
    expect(means[0]?.mean).toBeCloseTo((value({ genotype: '25' }) + estimate) / 4, 6)
    expect(error?.df).toBe(14)
    // 2 / 4 + 6 / (4 · 5 · 3) times the variance of the error: for the mean with the lost plot.
    const { standardErrorOfDifference } = genotypeMeans(lost)
    expect(standardErrorOfDifference(0, 1) ** 2 / (error?.variance ?? 0)).toBeCloseTo(2 / 4 + 6 / 60, 9)
  })
})

// Three genotypes of two plots; by hand: mean squares 32 / 3 and 2.
const PLOTS = [
  ['a', 9],
  ['a', 11],
  ['b', 13],
  ['b', 15],
  ['c', 11],
  ['c', 9],
].map(([genotype, value]) => ({ genotype: String(genotype), value: Number(value) }))

describe('plots without blocks', () => {
  test('their means, in the order in which genotypes appear', () => {
    const plots = [...PLOTS, { genotype: 'd', value: 3 }, { genotype: 'a', value: Number.NaN }]
    expect(genotypeMeans(plots).means).toEqual([
      { genotype: 'a', mean: 10, plots: 2, sd: Math.SQRT2 },
      { genotype: 'b', mean: 14, plots: 2, sd: Math.SQRT2 },
      { genotype: 'c', mean: 10, plots: 2, sd: Math.SQRT2 },
      { genotype: 'd', mean: 3, plots: 1, sd: null },
    ])
  })
  test('repeatability, by hand', () => {
    expect(repeatabilityOf(PLOTS)).toMatchObject({
      ofPlots: expect.closeTo(13 / 19, 9),
      ofMeans: expect.closeTo(13 / 16, 9),
      blocks: 1,
    })
  })
  test('a replicate that only some plots name is not taken out', () => {
    const some = PLOTS.map((plot, at) => (at === 3 ? plot : { ...plot, block: String(at % 2) }))
    expect(genotypeMeans(some)).toMatchObject({ blocks: 1, error: { df: 3 } })
  })
  test('why there is none', () => {
    expect(repeatabilityOf(PLOTS.slice(0, 4))).toBe('too few genotypes')
    expect(repeatabilityOf([])).toBe('too few genotypes')
    expect(repeatabilityOf(PLOTS.filter((_, at) => at % 2 === 0))).toBe('no second plot')
    expect(repeatabilityOf(PLOTS.map((plot) => ({ ...plot, value: 1 })))).toBe('all alike')
    const apart = PLOTS.map((plot) => ({ ...plot, block: plot.genotype === 'a' ? '1' : '2' }))
    expect(repeatabilityOf(apart)).toBe('replicates apart')
  })
  test('what differs by genotype only is wholly repeatable', () => {
    const found = repeatabilityOf(PLOTS.map((plot) => ({ ...plot, value: plot.genotype.charCodeAt(0) / 7 })))
    expect(found).toMatchObject({ ofPlots: 1, ofMeans: 1, intervalOfPlots: [expect.any(Number), 1] })
  })
})

/** Roughly normal, the same numbers each time. */
function createNormal(seed: number) {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return () => Array.from({ length: 12 }, next).reduce((sum, one) => sum + one, -6)
}

test('the interval of 60 genotypes is about that of F, the same each time, and unmoved by a change of unit', () => {
  const normal = createNormal(3)
  const genetic = Array.from({ length: 60 }, () => 1.2 * normal())
  const plots = genetic.flatMap((one, at) =>
    [0, 1, 2].map(() => ({ genotype: `g${at}`, value: 1000 + one + normal() })),
  )
  const found = repeatabilityOf(plots)
  if (typeof found === 'string') throw new Error(found)
  const f = 1 + 3 * (found.ofPlots / (1 - found.ofPlots))
  const bound = (quantile: number) => (f / quantile - 1) / (f / quantile + 2)
  const [low, high] = [bound(quantileOfF(0.975, 59, 120)), bound(quantileOfF(0.025, 59, 120))]
  expect(Math.abs(found.intervalOfPlots[0] - low)).toBeLessThan(0.06)
  expect(Math.abs(found.intervalOfPlots[1] - high)).toBeLessThan(0.06)
  expect(repeatabilityOf(plots)).toEqual(found)
  const scaled = repeatabilityOf(plots.map((plot) => ({ ...plot, value: plot.value * 100 - 7 })))
  expect(typeof scaled === 'string' ? scaled : scaled.intervalOfPlots[0]).toBeCloseTo(found.intervalOfPlots[0], 6)
})

describe('correlations', () => {
  test('of values and of ranks, of pairs that are whole', () => {
    const [x, y] = [
      [1, 2, 3, 4, null, 9],
      [1, 4, 9, 16, 3, null],
    ]
    // 4 pairs: covariance 24.5 of squares 5 and 129.
    expect(correlation(x, y)).toEqual({ r: expect.closeTo(25 / Math.sqrt(5 * 129), 9), n: 4 })
    expect(rankCorrelation(x, y)).toEqual({ r: 1, n: 4 })
    expect(rankCorrelation([1, 2, 2, 3], [1, 3, 2, 4])?.r).toBeCloseTo(4.5 / Math.sqrt(4.5 * 5), 9)
  })
  test('there is none of two pairs, or of a value that is always the same', () => {
    expect(correlation([1, 2], [2, 1])).toBeNull()
    expect(correlation([1, 2, 3], [5, 5, 5])).toBeNull()
  })
})

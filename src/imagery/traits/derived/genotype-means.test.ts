import { describe, expect, test } from 'vitest'
import { compareWithCheck, lettersOfMeans, meanStandardErrorOfDifference } from './differences.ts'
import { genotypeMeans } from './genotype-means.ts'
import { repeatabilityOf } from './repeatability.ts'
import { chosenPlots, designOfPlots, type PlotValue, plotValuesOf } from './trial-design.ts'

/** Grain yield of rice at six seed rates in four complete blocks: Gomez and Gomez 1984, table 2.5. */
const RICE = Object.entries({
  25: [5113, 5398, 5307, 4678],
  50: [5346, 5952, 4719, 4264],
  75: [5272, 5713, 5483, 4749],
  100: [5164, 4831, 4986, 4410],
  125: [4804, 4848, 4432, 4748],
  150: [5254, 4542, 4919, 4098],
}).flatMap(([genotype, values]) => values.map((value, block) => ({ genotype, value, replicate: `${block + 1}` })))

const comparable = (plots: readonly PlotValue[]) => {
  const found = genotypeMeans(plots)
  return { ...found, errorDf: found.error?.df ?? Number.NaN }
}
const repeatable = (plots: readonly PlotValue[]) => {
  const found = repeatabilityOf(plots)
  if (typeof found === 'string') throw new Error(found)
  return found
}

describe('a trial in complete blocks that is in a textbook', () => {
  test('has its mean squares: 110,558 of the error, 15 degrees of freedom', () => {
    const { error, fitted, means } = genotypeMeans(RICE)
    expect(fitted).toEqual({ treatments: 1, replicates: 4, blocks: 0 })
    expect(error?.df).toBe(15)
    expect(error?.variance).toBeCloseTo(110_558, -1)
    expect(means.find(({ genotype }) => genotype === '25')).toMatchObject({
      mean: expect.closeTo(5124, 6),
      standardError: expect.closeTo(Math.sqrt(110_558 / 4), 1),
      plots: 4,
    })
  })
  test('has its least significant difference: 2.131 √(2 · 110,558 / 4) = 501', () => {
    const differences = compareWithCheck(comparable(RICE), '25', 'each') ?? []
    expect(differences[0]).toBeNull()
    expect(differences.slice(1).map((one) => Math.round(one?.limit ?? 0))).toEqual([501, 501, 501, 501, 501])
    expect(differences.map((one) => one?.isSignificant ?? null)).toEqual([null, false, false, false, false, false])
    expect(differences[4]?.difference).toBeCloseTo(4708 - 5124, 6)
    expect(compareWithCheck(comparable(RICE), '175', 'family')).toBeUndefined()
  })
  test('has letters: by LSD 75 is above 125 and 150; by Tukey’s test, none is above another', () => {
    expect(lettersOfMeans(comparable(RICE), 'each')).toEqual(['ab', 'ab', 'a', 'ab', 'b', 'b'])
    expect(lettersOfMeans(comparable(RICE), 'family')).toEqual(['a', 'a', 'a', 'a', 'a', 'a'])
  })
  test('has the repeatability of its mean squares: 1 - 110,558 / 239,666 of means, also Cullis’ and Piepho’s', () => {
    const found = repeatable(RICE)
    const ofMeans = 1 - 110_558 / 239_666
    expect([found.ofMeans, found.piepho, found.cullis]).toEqual([0, 1, 2].map(() => expect.closeTo(ofMeans, 4)))
    const genetic = (239_666 - 110_558) / 4
    expect(found.ofPlots).toBeCloseTo(genetic / (genetic + 110_558), 4)
    expect(found).toMatchObject({ genotypes: 6, replicates: 4, fitted: { replicates: 4 } })
  })
  test('has the exact interval: F of 5 and 15 degrees of freedom is 3.5764 and 1 / 6.4277 at its ends', () => {
    const ratio = 239_666 / 110_558
    const share = (f: number) => (ratio / f - 1) / (ratio / f - 1 + 4)
    expect(repeatable(RICE).intervalOfPlots[0]).toBe(0)
    expect(repeatable(RICE).intervalOfPlots[1]).toBeCloseTo(share(1 / 6.4277), 4)
  })
  test('a lost plot takes its share of the other blocks: the mean is that of a missing-plot estimate', () => {
    const lost = RICE.filter(({ genotype, replicate }) => genotype !== '25' || replicate !== '2')
    const value = (of: Partial<(typeof RICE)[number]>) =>
      lost
        .filter(
          ({ genotype, replicate }) =>
            (of.genotype ?? genotype) === genotype && (of.replicate ?? replicate) === replicate,
        )
        .reduce((sum, one) => sum + one.value, 0)
    // Yates 1933: (t T + r B - G) / ((t - 1) (r - 1)).
    const estimate = (6 * value({ genotype: '25' }) + 4 * value({ replicate: '2' }) - value({})) / 15
    const { means, error, standardErrorOfDifference } = genotypeMeans(lost)
    expect(means[0]?.mean).toBeCloseTo((value({ genotype: '25' }) + estimate) / 4, 6)
    expect(error?.df).toBe(14)
    // 2 / 4 + 6 / (4 · 5 · 3) times the variance of the error: for the mean with the lost plot.
    expect(standardErrorOfDifference(0, 1) ** 2 / (error?.variance ?? 0)).toBeCloseTo(2 / 4 + 6 / 60, 9)
  })
})

/** Between -1 and 1, the same in R: ((i*i*37 + i*101 + 13) %% 211) / 211 * 2 - 1. */
const noise = (i: number): number => (((i * i * 37 + i * 101 + 13) % 211) / 211) * 2 - 1
const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at)

/** 8 genotypes in 2 treatments and 3 replicates, with plots lost. */
const TREATED = upTo(48)
  .filter((i) => i % 7 !== 3 && i <= 40)
  .map((i): PlotValue => {
    const late = Math.floor(i / 8) % 2
    const value = 10 + ((i % 8) * 7) / 4 + 3 * late + noise(i)
    return { genotype: `g${i % 8}`, treatment: `t${late}`, replicate: `${Math.floor(i / 16)}`, value }
  })

const STEPS = [1, 5, 7, 11, 1, 5]
/** 12 genotypes in replicates of 4 incomplete blocks. */
const inBlocks = (replicates: number): (PlotValue & { replicate: string; block: string })[] =>
  upTo(replicates * 12).map((i) => {
    const [replicate, place] = [Math.floor(i / 12), i % 12]
    const genotype = (place * (STEPS[replicate] ?? 1) + replicate) % 12
    const block = Math.floor(place / 3)
    const value = 5 + (genotype * 7) / 5 + ((replicate * 4 + block) * 5) / 3 + noise(i) / 2
    return { genotype: `g${genotype}`, replicate: `${replicate}`, block: `${block}`, value }
  })

/** 6 genotypes in 24 complete blocks, with plots lost. */
const MANY_BLOCKS = upTo(144)
  .filter((i) => i % 11 !== 4)
  .map((i): PlotValue => {
    const [genotype, block] = [i % 6, Math.floor(i / 6)]
    return {
      genotype: `g${genotype}`,
      replicate: `${block}`,
      value: 2 + (genotype * 5) / 6 + (block * 5) / 3 + noise(i),
    }
  })

/** Replicates 0 and 1 have one treatment, 2 and 3 the other. */
const NESTED = upTo(32)
  .filter((i) => i !== 5 && i !== 20)
  .map((i): PlotValue => {
    const late = Number(i >= 16)
    const value = 1 + ((i % 8) * 3) / 4 + 2 * late + noise(i)
    return { genotype: `g${i % 8}`, treatment: `t${late}`, replicate: `${Math.floor(i / 8)}`, value }
  })

type Oracle = {
  fitted: { treatments: number; replicates: number; blocks: number }
  means: { mean: number; standardError: number; sed: number; error: number; df: number; block?: number }
  variances: { genotype: number; block: number; error: number }
  shares: { ofPlots: number; ofMeans: number; piepho: number; cullis: number }
  harmonic: number
  effect: number
}

// R 4.2 with lme4 (REML, tolerance 1e-10) and emmeans: lm or lmer for means, lmer with genotypes at random for variances; `piepho`
// and `cullis` from their covariances.
const ORACLES: [string, PlotValue[], Oracle][] = [
  [
    'treatments with unequal numbers of plots',
    TREATED.map((plot) => ({ ...plot, replicate: undefined })),
    {
      fitted: { treatments: 2, replicates: 1, blocks: 0 },
      means: { mean: 11.48611, standardError: 0.259683, sed: 0.3945517, error: 0.3351071391, df: 26 },
      variances: { genotype: 17.8708743, block: 0, error: 0.3351047652 },
      shares: { ofPlots: 0.9815936971, ofMeans: 0.9956824498, piepho: 0.99565783, cullis: 0.9956580558 },
      harmonic: 4.324324324,
      effect: -6.150085117,
    },
  ],
  [
    'treatments and replicates with unequal numbers of plots',
    TREATED,
    {
      fitted: { treatments: 2, replicates: 3, blocks: 0 },
      means: { mean: 11.5028, standardError: 0.264234, sed: 0.4026184, error: 0.3435113693, df: 24 },
      variances: { genotype: 17.97597813, block: 0, error: 0.3435162599 },
      shares: { ofPlots: 0.9812485949, ofMeans: 0.9956003155, piepho: 0.995505283, cullis: 0.995505444 },
      harmonic: 4.324324324,
      effect: -6.156762876,
    },
  ],
  [
    'incomplete blocks, of which one is lost',
    inBlocks(3).filter(({ replicate, block }) => replicate !== '1' || block !== '2'),
    {
      fitted: { treatments: 1, replicates: 3, blocks: 11 },
      means: {
        mean: 13.482601,
        standardError: 0.744282,
        sed: 0.3040853,
        error: 0.07069571052,
        df: 11,
        block: 5.34838691,
      },
      variances: { genotype: 26.75106737, block: 5.368362099, error: 0.07052258986 },
      shares: { ofPlots: 0.9973706782, ofMeans: 0.9990123814, piepho: 0.9982575546, cullis: 0.99826277 },
      harmonic: 2.666666667,
      effect: -8.264167607,
    },
  ],
  [
    'six replicates of four incomplete blocks',
    inBlocks(6),
    {
      fitted: { treatments: 1, replicates: 6, blocks: 24 },
      means: {
        mean: 23.844787,
        standardError: 0.475788,
        sed: 0.2288456,
        error: 0.1054918147,
        df: 37,
        block: 4.824018665,
      },
      variances: { genotype: 25.82615826, block: 4.827876442, error: 0.1054554326 },
      shares: { ofPlots: 0.9959333255, ofMeans: 0.9993199162, piepho: 0.9989854457, cullis: 0.9989858702 },
      harmonic: 6,
      effect: -8.021975183,
    },
  ],
  [
    '24 complete blocks with lost plots',
    MANY_BLOCKS,
    {
      fitted: { treatments: 1, replicates: 24, blocks: 0 },
      means: { mean: 20.861405, standardError: 0.119179, sed: 0.169497, error: 0.3073063751, df: 102 },
      variances: { genotype: 2.656904629, block: 0, error: 0.3073061412 },
      shares: { ofPlots: 0.8963278373, ofMeans: 0.9947287883, piepho: 0.9946223051, cullis: 0.9946223198 },
      harmonic: 21.82677165,
      effect: -2.34607513,
    },
  ],
  [
    'replicates that lie inside of treatments',
    NESTED,
    {
      fitted: { treatments: 2, replicates: 4, blocks: 0 },
      means: { mean: 1.670616, standardError: 0.29594, sed: 0.4376343, error: 0.3503209764, df: 19 },
      variances: { genotype: 3.278073235, block: 0, error: 0.3501092553 },
      shares: { ofPlots: 0.9035028541, ofMeans: 0.9718872746, piepho: 0.971548593, cullis: 0.9715810825 },
      harmonic: 3.692307692,
      effect: -2.845621077,
    },
  ],
]

const digits = (value: number) => expect.closeTo(value, 6 - Math.max(0, Math.ceil(Math.log10(Math.abs(value)))))

describe.each(ORACLES)('%s: as lme4 and emmeans', (_, plots, right) => {
  test('means, their errors and differences', () => {
    const found = genotypeMeans(plots)
    const [first] = found.means
    expect(found.fitted).toEqual(right.fitted)
    expect([first?.mean, first?.standardError]).toEqual([digits(right.means.mean), digits(right.means.standardError)])
    expect(meanStandardErrorOfDifference({ ...found, errorDf: 1 })).toBeCloseTo(right.means.sed, 6)
    expect(found.error?.variance).toBeCloseTo(right.means.error, 6)
    expect(found.error?.df).toBe(right.means.df)
    expect(found.blockVariance).toBeCloseTo(right.means.block ?? 0, 5)
  })
  test('variances, heritabilities and effects', () => {
    const found = repeatable(plots)
    expect(found.variances).toEqual({
      genotype: digits(right.variances.genotype),
      block: digits(right.variances.block || 1e-9),
      error: digits(right.variances.error),
    })
    expect(found).toMatchObject({
      ofPlots: digits(right.shares.ofPlots),
      ofMeans: digits(right.shares.ofMeans),
      replicates: digits(right.harmonic),
      piepho: digits(right.shares.piepho),
      cullis: digits(right.shares.cullis),
      isSettled: true,
    })
    expect(found.effects.get(plots[0]?.genotype ?? '')).toEqual(digits(right.effect))
  })
})

test('differences by Tukey and Dunnett are those that emmeans has with its adjustments "tukey" and "mvt"', () => {
  const compared = comparable(NESTED)
  // p of g0 beside g1 and g2: 0.0381 and 0.0159 by Tukey; 0.0125 and 0.0051 by Dunnett.
  const letters = lettersOfMeans(compared, 'family') ?? []
  expect([...(letters[0] ?? '')].filter((one) => letters[1]?.includes(one) || letters[2]?.includes(one))).toEqual([])
  expect(compareWithCheck(compared, 'g0', 'family')?.map((one) => one?.isSignificant)).toEqual([
    undefined,
    ...Array(7).fill(true),
  ])
})

// Three genotypes of two plots; by hand: mean squares 32 / 3 and 2.
const PLOTS = [
  ['a', 9],
  ['a', 11],
  ['b', 13],
  ['b', 15],
  ['c', 11],
  ['c', 9],
].map(([genotype, value]): PlotValue => ({ genotype: String(genotype), value: Number(value) }))

describe('plots without blocks', () => {
  test('their means, in the order in which genotypes appear', () => {
    const plots = [...PLOTS, { genotype: 'd', value: 3 }, { genotype: 'a', value: Number.NaN }]
    const rounded = genotypeMeans(plots).means.map((one) => ({ ...one, standardError: one.standardError?.toFixed(6) }))
    expect(rounded).toEqual([
      { genotype: 'a', mean: expect.closeTo(10, 9), standardError: '1.000000', plots: 2, sd: Math.SQRT2 },
      { genotype: 'b', mean: expect.closeTo(14, 9), standardError: '1.000000', plots: 2, sd: Math.SQRT2 },
      { genotype: 'c', mean: expect.closeTo(10, 9), standardError: '1.000000', plots: 2, sd: Math.SQRT2 },
      { genotype: 'd', mean: expect.closeTo(3, 9), standardError: '1.414214', plots: 1, sd: null },
    ])
  })
  test('repeatability, by hand', () => {
    expect(repeatabilityOf(PLOTS)).toMatchObject({
      ofPlots: expect.closeTo(13 / 19, 6),
      ofMeans: expect.closeTo(13 / 16, 6),
      fitted: { replicates: 1 },
    })
  })
  test('a replicate that only some plots name is not taken out', () => {
    const some = PLOTS.map((plot, at) => (at === 3 ? plot : { ...plot, replicate: String(at % 2) }))
    expect(genotypeMeans(some)).toMatchObject({ fitted: { replicates: 1 }, error: { df: 3 } })
  })
  test('why there is none', () => {
    expect(repeatabilityOf(PLOTS.slice(0, 4))).toBe('too few genotypes')
    expect(repeatabilityOf([])).toBe('too few genotypes')
    expect(repeatabilityOf(PLOTS.filter((_, at) => at % 2 === 0))).toBe('no second plot')
    expect(repeatabilityOf(PLOTS.map((plot) => ({ ...plot, value: 1 })))).toBe('all alike')
    const apart = (name: 'replicate' | 'treatment') =>
      PLOTS.map((plot) => ({ ...plot, [name]: plot.genotype === 'a' ? '1' : '2' }))
    expect(repeatabilityOf(apart('replicate'))).toBe('replicates apart')
    expect(repeatabilityOf(apart('treatment'))).toBe('treatments apart')
    expect(genotypeMeans(apart('treatment'))).toMatchObject({ error: undefined, means: [{ mean: 10 }, {}, {}] })
    expect(genotypeMeans([]).means).toEqual([])
  })
  test('what differs by genotype only is wholly repeatable', () => {
    const found = repeatable(PLOTS.map((plot) => ({ ...plot, value: plot.genotype.charCodeAt(0) / 7 })))
    expect([found.ofPlots, found.ofMeans, ...found.intervalOfPlots]).toEqual(
      [1, 1, 1, 1].map((one) => expect.closeTo(one, 6)),
    )
  })
  test('what does not differ by genotype is not repeatable, and has effects of 0', () => {
    const found = repeatable(PLOTS.map((plot, at) => ({ ...plot, value: at % 2 })))
    expect(found).toMatchObject({ ofPlots: 0, ofMeans: 0, piepho: null, cullis: null, variances: { genotype: 0 } })
    expect([...found.effects.values()]).toEqual([0, 0, 0])
  })
})

test('a change of unit moves no share, and values far from 0 lose no digits', () => {
  const [found, far] = [
    repeatable(TREATED),
    repeatable(TREATED.map((one) => ({ ...one, value: one.value * 100 - 1e6 }))),
  ]
  expect(far.ofPlots).toBeCloseTo(found.ofPlots, 6)
  expect(far.intervalOfPlots[0]).toBeCloseTo(found.intervalOfPlots[0], 6)
})

describe('the design of plots', () => {
  const plots = designOfPlots(
    [
      { genotype: 'A', rep: '1', block: '1', treatment: 'N0', row: '1', column: 'x', entryType: 'Check' },
      { genotype: 'A', block: '2', treatment: 'N1' },
      { treatment: 'N1' },
    ].map((attributes) => ({ attributes })),
  )
  test('blocks lie inside of replicates, or are the replicates where no plot names one', () => {
    expect(plots[0]).toMatchObject({ replicate: '1', block: '1', row: 1, column: null, isCheck: true })
    expect(plots[1]).toMatchObject({ replicate: undefined, block: '2', isCheck: false })
    expect(designOfPlots([{ attributes: { block: '2' } }])).toMatchObject([{ replicate: '2', block: undefined }])
  })
  test('all treatments, one of them, or each genotype in each', () => {
    const names = (treatments: Parameters<typeof chosenPlots>[1]['treatments']) =>
      chosenPlots(plots, { treatments, hasBlocks: false }).map(({ genotype, treatment }) => [genotype, treatment])
    expect(names('all')).toEqual([
      ['A', 'N0'],
      ['A', 'N1'],
      [null, 'N1'],
    ])
    expect(names({ only: 'N1' })).toEqual([
      [null, undefined],
      ['A', undefined],
      [null, undefined],
    ])
    expect(names('each')).toEqual([
      ['A, N0', undefined],
      ['A, N1', undefined],
      [null, undefined],
    ])
    expect(plotValuesOf(chosenPlots(plots, { treatments: 'all', hasBlocks: false }), [1, Number.NaN, 2])).toEqual([
      { genotype: 'A', value: 1, treatment: 'N0', replicate: undefined, block: undefined },
    ])
  })
})

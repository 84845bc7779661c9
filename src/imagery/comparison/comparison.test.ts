import { beforeAll, describe, expect, test } from 'vitest'
import { joinValues } from '../plot-values/join-values.ts'
import { takeValues } from '../plot-values/read-values.ts'
import { readCsv } from '../tables/csv.ts'
import { mainValueOf } from '../traits/catalogue/canopy-traits.ts'
import { findTrait, TRAITS } from '../traits/catalogue/catalogue.ts'
import { maskRule } from '../traits/measure/masks.ts'
import { measurePlots } from '../traits/measure/measure-plots.ts'
import { placeOfValue } from '../traits/measure/plot-numbers.ts'
import { SCOPES, STATISTICS } from '../traits/measure/statistics.ts'
import { box, fieldOf, type Pixel } from '../traits/measure/testing/make-field.ts'
import { compareValues } from './compare-values.ts'
import { fieldimagerName } from './fieldimager-names.ts'
import { knownDifferenceOf } from './known-differences.ts'
import { guessOf } from './name-guess.ts'

/** Twelve plots of 10 by 10 pixels, whose canopy grows from plot to plot. */
const plotAt = (x: number, y: number) => Math.floor(x / 10) + 4 * Math.floor(y / 10)
const pixel: Pixel = (x, y) => {
  const isPlant = (x * 7 + y * 3) % 13 <= plotAt(x, y)
  const noise = (x * 31 + y * 17) % 23
  return isPlant ? [60 + noise, 120, 40 + noise, 255] : [120 + noise, 100, 80, 255]
}
const PLOTS = Array.from({ length: 12 }, (_, at) => ({ plotId: String(101 + at), attributes: {} }))
const IDS = ['NGRDI', 'SCI', 'HUE_FR', 'BI', 'hue']

/** As another program computes them: the formulas once more, over whole pixels. */
const FORMULAS: Record<string, (r: number, g: number, b: number) => number> = {
  NGRDI: (r, g) => (g - r) / (g + r),
  HUE: (r, g, b) => Math.atan(((2 * (b - g - r)) / 30.5) * (g - r)),
  BI: (r, g, b) => Math.hypot(r, g, b) / Math.sqrt(3) / 255,
  canopy: (r, g) => Number(g > r),
}
const theirMean = (name: string, plot: number): number => {
  let sum = 0
  for (let y = 0; y < 30; y += 1)
    for (let x = 0; x < 40; x += 1) {
      const [r = 0, g = 0, b = 0] = pixel(x, y)
      if (plotAt(x, y) === plot) sum += (FORMULAS[name]?.(r, g, b) ?? 0) / 100
    }
  return sum
}

const columnsOf = (text: string) =>
  joinValues(PLOTS, takeValues(readCsv(Buffer.from(text), false).rows, new Set(), {}).read('apart'), {
    trialId: 'trial',
  }).columns
const guess = (name: string) =>
  guessOf(name, [...TRAITS.map(({ id }) => id), 'canopyCover', 'canopyHeight'], mainValueOf)

const place = (trait: number) => placeOfValue(trait, SCOPES.indexOf('all'), STATISTICS.indexOf('mean'))

describe('a table of another tool', () => {
  let ours: Record<string, number[]>
  beforeAll(async () => {
    const boxes = PLOTS.map((_, at) => {
      const [left, top] = [10 * (at % 4), 10 * Math.floor(at / 4)]
      return box([left, top, left + 10, top + 10])
    })
    const measured = await measurePlots(fieldOf({ pixel }), boxes, {
      traits: IDS.map((id) => findTrait(id) ?? { expression: Number.NaN }),
      mask: maskRule('g>r'),
    })
    ours = Object.fromEntries(
      IDS.map((id, trait) => [id, measured.map(({ values }) => values[place(trait)] ?? Number.NaN)]),
    )
    ours.canopyCover = measured.map(({ coverPct }) => coverPct ?? Number.NaN)
  })

  const compared = (name: string) => {
    const text = `PlotID,${name}\n${PLOTS.map(({ plotId }, at) => `${plotId},${theirMean(name, at).toFixed(4)}`).join('\n')}`
    const [column] = columnsOf(text)
    const found = new Map(column?.values.map(({ plotId, value }) => [plotId, Number(value)]))
    return (trait: string) =>
      compareValues(
        ours[trait] ?? [],
        PLOTS.map(({ plotId }) => found.get(plotId) ?? null),
      )
  }

  test('of the same formula has the same numbers, to its digits', () => {
    const { agreement, finding } = compared('NGRDI')('NGRDI')
    expect(finding).toEqual({ kind: 'same' })
    expect(agreement).toMatchObject({ n: 12, slope: expect.closeTo(1, 3), intercept: expect.closeTo(0, 3) })
    expect(agreement?.rmse).toBeLessThan(5e-5)
  })

  test('HUE of FIELDimageR is our HUE_FR, and not the hue of HSV', () => {
    expect(guess('HUE').traits[0]).toBe('HUE_FR')
    expect(compared('HUE')('HUE_FR').finding).toEqual({ kind: 'same' })
    expect(compared('HUE')('hue').finding?.kind).not.toBe('same')
    expect(knownDifferenceOf('HUE_mean')?.right).toContain('HUE_FR')
  })

  test.each([
    { what: 'SCI has the other sign', theirs: 'NGRDI', trait: 'SCI', factor: -1 },
    { what: 'canopy is a fraction, not percent', theirs: 'canopy', trait: 'canopyCover', factor: 0.01 },
    { what: 'brightness is from 0 to 1, not to 255', theirs: 'BI', trait: 'BI', factor: 1 / 255 },
  ])('$what', ({ theirs, trait, factor }) => {
    const { finding } = compared(theirs)(trait)
    expect(finding).toMatchObject({ kind: 'factor', factor })
    // What their four digits leave.
    expect(finding?.kind === 'factor' && finding.scaled.slope).toBeCloseTo(1, 1)
  })

  test('names the plots that only one of both has, and computes from the others', () => {
    expect(compareValues([1, 2, 3, null, 5], [2, null, 4, 7, 7])).toMatchObject({
      agreement: { n: 3, meanDifference: expect.closeTo(4 / 3, 12), rmse: expect.closeTo(Math.sqrt(2), 12) },
      onlyOurs: [1],
      onlyTheirs: [3],
    })
  })

  test('a constant, a shift, other plots, and too few of them', () => {
    const values = [0.1, 0.5, 0.3, 0.9, 0.7]
    const found = (theirs: number[]) => compareValues(values, theirs).finding
    expect(found(values.map(() => 1))).toEqual({ kind: 'constant', value: 1 })
    expect(found(values.map((value, at) => value + 3 + at / 1000))).toMatchObject({ kind: 'shifted' })
    expect(found([0.5, 0.5, 0.1, 0.4, 0.7])?.kind).toBe('unrelated')
    expect(found(values.map((value) => 0.8 * value + 0.1))).toEqual({ kind: 'related' })
    expect(compareValues([1], [4])).toMatchObject({ agreement: { n: 1, r: null, limits: null, meanDifference: 3 } })
    expect(compareValues([1, null], [null, 4])).toMatchObject({ agreement: null, finding: null })
  })
})

describe('numbers are the same', () => {
  const OURS = [0.123456789012, -0.0456789, 0.3333333333, 0.2718281828, 0.00314159]
  const found = (theirs: readonly number[], ours: readonly number[] = OURS) => compareValues(ours, theirs).finding?.kind

  test.each([
    ['to the ninth digit, in a table of 16 digits', OURS.map((our, at) => our + (at % 2 === 0 ? 1.9e-9 : -1.9e-9))],
    ['as numbers of 32 bits', OURS.map(Math.fround)],
    ['to a ten-millionth of the spread of plots', OURS.map((our, at) => our + at * 9e-9)],
    ['to the digits of their table', [0.123, -0.046, 0.333, 0.272, 0.003]],
  ])('%s', (_, theirs) => expect(found(theirs)).toBe('same'))

  test('where all plots have nearly the same value, and numbers of 32 bits hold no other', () => {
    const ours = [300.00001, 300.00002, 300.00001, 300.00003]
    expect(found(ours.map(Math.fround), ours)).toBe('same')
    expect(found([99.99999998, 100, 100, 100], [100, 100, 100, 100])).toBe('same')
    expect(found([0, 0, 0, 0], [0.3, 0.3, 0.3, 0.3])).not.toBe('same')
  })

  test('but not where a difference is one of plots', () => {
    expect(found(OURS.map((our, at) => our + (at === 2 ? 1e-5 : 0)))).not.toBe('same')
    expect(found([0.1234, -0.0457, 0.3333, 0.2719, 0.0031])).not.toBe('same')
    // Written as 1e-7, a number has seven digits behind the point.
    expect(found([1e-7, 4e-7, 9e-7, 2e-7], [2e-7, 5e-7, 1e-6, 3e-7])).not.toBe('same')
  })
})

describe('names of columns', () => {
  test.each([
    ['NGRDI_mean_2018-08-15', ['NGRDI'], 'mean', 'all', '2018-08-15', undefined],
    ['canopyCover_pct_mean_2018-08-15', ['canopyCover'], 'mean', 'all', '2018-08-15', undefined],
    ['canopyHeight_m_p95', ['canopyHeight'], 'p95', 'veg', undefined, undefined],
    ['TGI_dn_mean', ['TGI_dn'], 'mean', 'all', undefined, undefined],
    ['GLI.2', ['GLI'], 'mean', 'all', undefined, 2],
    ['median.VARI', ['VARI'], 'median', 'all', undefined, undefined],
    ['NDVI_p95_veg_20260704', ['NDVI'], 'p95', 'veg', '2026-07-04', undefined],
    ['EPH', ['canopyHeight'], 'p95', 'veg', undefined, undefined],
    ['CIG', ['CIgreen'], 'mean', 'all', undefined, undefined],
    ['Percentage', ['canopyCover'], 'mean', 'all', undefined, undefined],
    ['constructor', [], 'mean', 'all', undefined, undefined],
    ['yield', [], 'mean', 'all', undefined, undefined],
  ])('%s', (name, ...[traits, stat, scope, date, copy]) => {
    expect(guess(name)).toEqual({ traits, stat, scope, date, copy })
  })

  test('a column of dates makes a column of each title and day', () => {
    const columns = columnsOf('plot,date,GLI\n101,2026-07-01,0.1\n102,2026-07-01,0.2\n101,2026-07-15,0.3')
    expect(columns.map(({ name, takenOn, values }) => [name, takenOn, values.length])).toEqual([
      ['GLI', '2026-07-01', 2],
      ['GLI', '2026-07-15', 1],
    ])
  })

  test('of FIELDimageR, which an export gives a trait, lead back to it; no other trait has them', () => {
    const all = [...TRAITS.map(({ id }) => id), 'canopyCover', 'canopyHeight']
    const names = all.map((trait) => fieldimagerName(trait, mainValueOf(trait).stat, all))
    expect(new Set(names).size).toBe(all.length)
    // It computes these two in another way.
    const own = ['DVI_NIR_R_mean', 'PSRI_R_B_mean']
    expect(names).toEqual(expect.arrayContaining(['HUE_mean', 'RVI_mean', 'CIG_mean', 'AreaPercentage', ...own]))
    expect(names.filter((name, at) => !own.includes(name) && !guess(name).traits.includes(all[at] ?? ''))).toEqual([])
    expect(guess('VEG_mean_20260701')).toMatchObject({ traits: ['VEG'], stat: 'mean', scope: 'all' })
    expect(fieldimagerName('HUE_FR', 'mean', ['HUE', 'HUE_FR'])).toBe('HUE_FR_mean')
  })
})

import { expect, test } from 'vitest'
import { compareWithCheck, factorOfPairs } from './differences.ts'
import { genotypeMeans } from './genotype-means.ts'
import { repeatabilityOf } from './repeatability.ts'

/** The same numbers each time, roughly normal. */
function createNormal(seed: number) {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return () => Array.from({ length: 12 }, next).reduce((sum, one) => sum + one, -6)
}

const TRIALS = 2000
/** Three standard errors of a share of 5 % of so many trials. */
const MARGIN = 3 * Math.sqrt((0.05 * 0.95) / TRIALS)

/** In how many trials of equal genotypes a test finds any difference. */
function sharesOfErrors(genotypes: number, plotsOf: (genotype: number) => number) {
  const normal = createNormal(7)
  const found = { tukey: 0, dunnett: 0, lsd: 0 }
  let factors: { tukey: number; lsd: number; dunnett: number[] } | undefined
  for (let trial = 0; trial < TRIALS; trial += 1) {
    const plots = Array.from({ length: genotypes }, (_, genotype) =>
      Array.from({ length: plotsOf(genotype) }, () => ({ genotype: `g${genotype}`, value: normal() })),
    ).flat()
    const { means, error, standardErrorOfDifference } = genotypeMeans(plots)
    const compared = { means, errorDf: error?.df ?? Number.NaN, standardErrorOfDifference }
    // The same in all trials, which have the same design.
    factors ??= {
      tukey: factorOfPairs(compared, 'family'),
      lsd: factorOfPairs(compared, 'each'),
      dunnett: (compareWithCheck(compared, 'g0', 'family') ?? []).map(
        (one, at) => (one?.limit ?? Infinity) / (standardErrorOfDifference(at, 0) || 1),
      ),
    }
    const apart = (one: number, other: number) =>
      Math.abs((means[one]?.mean ?? 0) - (means[other]?.mean ?? 0)) / standardErrorOfDifference(one, other)
    let most = 0
    for (let one = 0; one < genotypes; one += 1)
      for (let other = 0; other < one; other += 1) most = Math.max(most, apart(one, other))
    const beyond = means.some((_, at) => at > 0 && apart(at, 0) > (factors?.dunnett[at] ?? Infinity))
    found.tukey += Number(most > factors.tukey) / TRIALS
    found.lsd += Number(most > factors.lsd) / TRIALS
    found.dunnett += Number(beyond) / TRIALS
  }
  return found
}

test('of 40 equal genotypes in 3 plots, Tukey and Dunnett find a difference in 5 % of trials, LSD in nearly all', () => {
  const { tukey, dunnett, lsd } = sharesOfErrors(40, () => 3)
  expect(Math.abs(tukey - 0.05)).toBeLessThan(MARGIN)
  expect(Math.abs(dunnett - 0.05)).toBeLessThan(MARGIN)
  expect(lsd).toBeGreaterThan(0.97)
})

test('with unequal numbers of plots, Dunnett keeps 5 %, and Tukey and Kramer at most 5 %', () => {
  const { tukey, dunnett } = sharesOfErrors(12, (genotype) => (genotype === 0 ? 8 : 2 + (genotype % 3)))
  expect(tukey).toBeLessThan(0.05 + MARGIN)
  expect(Math.abs(dunnett - 0.05)).toBeLessThan(MARGIN)
})

test('the interval of repeatability holds the true one in 95 % of trials with unequal numbers of plots', () => {
  const normal = createNormal(11)
  let held = 0
  const trials = 600
  for (let trial = 0; trial < trials; trial += 1) {
    const plots = Array.from({ length: 20 }, (_, genotype) => {
      const own = normal()
      return Array.from({ length: 2 + (genotype % 3) }, () => ({ genotype: `g${genotype}`, value: own + normal() }))
    }).flat()
    const found = repeatabilityOf(plots)
    if (typeof found === 'string') throw new Error(found)
    held += Number(found.intervalOfPlots[0] <= 0.5 && found.intervalOfPlots[1] >= 0.5) / trials
  }
  expect(Math.abs(held - 0.95)).toBeLessThan(3 * Math.sqrt((0.05 * 0.95) / trials))
})

// How repeatable a trait is: of the variance, the part of genotypes, which are random.
import { quantileOfF } from './distributions.ts'
import { meansOf } from './genotype-means.ts'
import { type Fitted, type GenotypeModel, genotypeModel } from './genotype-model.ts'
import { crossProducts, squaresLeft } from './mixed-equations.ts'
import { type Fit, fitMixedModel, spreadsOf } from './mixed-model.ts'
import { rootOf } from './root.ts'
import type { PlotValue } from './trial-design.ts'

type Interval = readonly [low: number, high: number]

export type Repeatability = {
  /** Of one plot, and of means of as many plots as `replicates`. At least 0. */
  ofPlots: number
  ofMeans: number
  /** 95 %. */
  intervalOfPlots: Interval
  intervalOfMeans: Interval
  /** Of adjusted means, by their differences; null without a variance of genotypes. */
  piepho: number | null
  cullis: number | null
  /** By restricted maximum likelihood. */
  variances: { genotype: number; block: number; error: number }
  genotypes: number
  /** The harmonic mean of the plots of genotypes. */
  replicates: number
  fitted: Fitted
  /** How much each genotype is above the mean of all, drawn towards it (BLUP), by its name. */
  effects: ReadonlyMap<string, number>
  isSettled: boolean
}

export type WhyNone = 'too few genotypes' | 'no second plot' | 'all alike' | 'replicates apart' | 'treatments apart'

const GENOTYPES_MIN = 3
/** Of the squares of values, less is rounding. */
const ROUNDING = 1e-12

/** Values that are not numbers are left out. */
export function repeatabilityOf(plots: readonly PlotValue[]): Repeatability | WhyNone {
  const known = plots.filter(({ value }) => Number.isFinite(value))
  if (new Set(known.map(({ genotype }) => genotype)).size < GENOTYPES_MIN) return 'too few genotypes'
  const model = genotypeModel(known)
  if (model.whyApart) return model.whyApart
  if (model.errorDf < 1) return 'no second plot'
  const random = model.modelWith('random')
  const fit = fitMixedModel(random)
  if (!fit) return 'all alike'
  const counts = [...random.counts]
  const replicates = counts.length / counts.reduce((sum, count) => sum + 1 / count, 0)
  const ofPlots = shareOf(fit.genetic / fit.error)
  const interval = intervalOf(model, fit)
  const toMeans = (share: number): number => shareOf((replicates * share) / (1 - share))
  const ofDifferences = spreadsOf(random, fit, new Float64Array(fit.sums.size)).meanOfDifferences * fit.error
  const means = meansOf(known, model)
  return {
    ofPlots,
    ofMeans: toMeans(ofPlots),
    intervalOfPlots: interval,
    intervalOfMeans: [toMeans(interval[0]), toMeans(interval[1])],
    piepho: fit.genetic > 0 ? fit.genetic / (fit.genetic + means.meanVarianceOfDifference / 2) : null,
    cullis: fit.genetic > 0 ? 1 - ofDifferences / (2 * fit.genetic) : null,
    variances: { genotype: fit.genetic, block: fit.variances[0] ?? 0, error: fit.error },
    genotypes: counts.length,
    replicates,
    fitted: model.fitted,
    effects: new Map(model.names.map((name, at) => [name, fit.genetic > 0 ? (fit.ofGenotypes[at] ?? 0) : 0])),
    isSettled: fit.isSettled,
  }
}

/** Of a ratio of variances, the part that the first one has of both. */
const shareOf = (ratio: number): number => (ratio === Infinity ? 1 : ratio / (1 + ratio) || 0)

const [LOW, HIGH] = [0.025, 0.975]

/**
 * Exact for normal values, also with unequal numbers of plots: the squares that genotypes explain at a ratio of variances, over those
 * of the error, are distributed as F (Wald 1940, doi 10.1214/aoms/1177731837; Seely and El-Bassiouni 1983, doi
 * 10.1214/aos/1176346081). With blocks, given the ratio of their variance.
 */
function intervalOf(of: GenotypeModel, fit: Fit): Interval {
  const [random, fixed] = [of.modelWith('random'), of.modelWith('fixed')]
  const ratios = fit.variances.map((variance) => fit.error / Math.max(variance, fit.error * 1e-9))
  const { sums } = fit
  const error = squaresLeft(fixed, crossProducts(fixed), { ratios, genotypeRatio: 0 })
  const plots = random.values.length
  const df = of.names.length - 1
  const errorDf = plots - of.names.length - (random.design.fixed - 1)
  if (!(error > ROUNDING * sums.squaresOfValues)) return [1, 1]
  const explained = (share: number): number => {
    const left = squaresLeft(random, sums, { ratios, genotypeRatio: (1 - share) / share })
    return (left - error) / df / (error / errorDf)
  }
  const shareAt = (probability: number): number => {
    const quantile = quantileOfF(probability, df, errorDf)
    const excess = (share: number): number => explained(share) - quantile
    return excess(NEARLY_NONE) <= 0
      ? 0
      : excess(1 - NEARLY_NONE) >= 0
        ? 1
        : rootOf(excess, NEARLY_NONE, 1 - NEARLY_NONE)
  }
  return [shareAt(HIGH), shareAt(LOW)]
}

const NEARLY_NONE = 1e-9

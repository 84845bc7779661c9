// Means of genotypes, how repeatable a trait is, and differences that count.
import { quantileOfF, quantileOfT } from './distributions.ts'

export type PlotValue = { genotype: string; value: number }

export type GenotypeMean = { genotype: string; mean: number; plots: number; sd: number | null }

/** In the order in which genotypes first appear; values that are not numbers are left out. */
export function genotypeMeans(plots: readonly PlotValue[]): GenotypeMean[] {
  return [...valuesByGenotype(plots)].map(([genotype, values]) => {
    const mean = meanOf(values)
    const squares = squaresOf(values)
    return {
      genotype,
      mean,
      plots: values.length,
      sd: values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : null,
    }
  })
}

function valuesByGenotype(plots: readonly PlotValue[]): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  for (const { genotype, value } of plots) {
    if (!Number.isFinite(value)) continue
    const group = groups.get(genotype)
    if (group) group.push(value)
    else groups.set(genotype, [value])
  }
  return groups
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length

const squaresOf = (values: readonly number[]): number => {
  const mean = meanOf(values)
  return values.reduce((sum, one) => sum + (one - mean) ** 2, 0)
}

export type Repeatability = {
  /** Of the variance of plots, the part of genotypes; of means of genotypes likewise. At least 0. */
  ofPlots: number
  ofMeans: number
  /** Of `ofPlots`, 95 %. */
  interval: readonly [low: number, high: number]
  genetic: number
  error: number
  /** Of genotypes, the mean one when they differ. */
  replicates: number
  errorDf: number
}

/**
 * From one-way analysis of variance. The interval is that of F: exact when all genotypes have as many plots (Searle 1971),
 * nearly so otherwise. Undefined without at least two genotypes and a second plot of one of them.
 */
export function repeatabilityOf(plots: readonly PlotValue[], confidence = 0.95): Repeatability | undefined {
  const groups = [...valuesByGenotype(plots).values()]
  const total = groups.reduce((sum, { length }) => sum + length, 0)
  const [df, errorDf] = [groups.length - 1, total - groups.length]
  if (df < 1 || errorDf < 1) return undefined
  const error = groups.reduce((sum, values) => sum + squaresOf(values), 0) / errorDf
  const overall = meanOf(groups.flat())
  const between = groups.reduce((sum, values) => sum + values.length * (meanOf(values) - overall) ** 2, 0) / df
  const replicates = (total - groups.reduce((sum, { length }) => sum + length ** 2, 0) / total) / df
  const genetic = Math.max(0, (between - error) / replicates)
  const ratio = between > 0 ? between / error : 0
  const tail = (1 - confidence) / 2
  const bound = (quantile: number): number => shareOf((ratio / quantile - 1) / replicates)
  return {
    ofPlots: shareOf(genetic / error),
    ofMeans: shareOf((genetic * replicates) / error),
    interval: [bound(quantileOfF(1 - tail, df, errorDf)), bound(quantileOfF(tail, df, errorDf))],
    genetic,
    error,
    replicates,
    errorDf,
  }
}

/** Of a ratio of variances, the part that the first one has of both. */
function shareOf(ratio: number): number {
  if (ratio === Infinity) return 1
  return Math.max(0, ratio) / (1 + Math.max(0, ratio)) || 0
}

export type Difference = { genotype: string; mean: number; difference: number; lsd: number; isSignificant: boolean }

/** Every genotype beside a check: the least significant difference of Fisher, at 5 % unless it says otherwise. */
export function compareWithCheck(plots: readonly PlotValue[], check: string, alpha = 0.05): Difference[] | undefined {
  const analysis = repeatabilityOf(plots)
  const means = genotypeMeans(plots)
  const standard = means.find(({ genotype }) => genotype === check)
  if (!analysis || !standard) return undefined
  const t = quantileOfT(1 - alpha / 2, analysis.errorDf)
  return means
    .filter(({ genotype }) => genotype !== check)
    .map(({ genotype, mean, plots: count }) => {
      const lsd = t * Math.sqrt(analysis.error * (1 / count + 1 / standard.plots))
      const difference = mean - standard.mean
      return { genotype, mean, difference, lsd, isSignificant: Math.abs(difference) > lsd }
    })
}

// How repeatable a trait is: of the variance, the part of genotypes.
import { type PlotValue, type Sums, sumsOf, type Variances, variancesOf } from './genotype-sums.ts'

type Interval = readonly [low: number, high: number]

export type Repeatability = {
  /** Of plots, and of means of genotypes. At least 0. */
  ofPlots: number
  ofMeans: number
  /** 95 %, from resamples of genotypes. */
  intervalOfPlots: Interval
  intervalOfMeans: Interval
  genotypes: number
  /** Plots of a genotype, the mean one when they differ. */
  replicates: number
  /** Replicates whose differences are taken out; 1 when there are none. */
  blocks: number
}

export type WhyNone = 'too few genotypes' | 'no second plot' | 'all alike' | 'replicates apart'

export const RESAMPLES = 1000
export const SEED = 20_180_815
const GENOTYPES_MIN = 3
const TAIL = 0.025

/**
 * Genotypes are drawn again with replacement, with all of their plots; the mean square between them is raised by n / (n - 1),
 * which a draw with replacement takes from it (Davison and Hinkley 1997, 3.8). The same plots have the same interval.
 */
export function repeatabilityOf(plots: readonly PlotValue[]): Repeatability | WhyNone {
  const sums = sumsOf(plots)
  const genotypes = sums.names.length
  if (genotypes < GENOTYPES_MIN) return 'too few genotypes'
  const variances = variancesOf(sums, new Uint8Array(genotypes).fill(1))
  if (!variances) return sums.counts.some((count) => count > 1) || sums.blocks > 1 ? whyNot(sums) : 'no second plot'
  if (variances.between === 0 && variances.error === 0) return 'all alike'
  const [ofPlots, ofMeans] = sharesOf(variances)
  const drawn = resample(sums)
  return {
    ofPlots,
    ofMeans,
    intervalOfPlots: middleOf(drawn.map(([one]) => one)),
    intervalOfMeans: middleOf(drawn.map(([, one]) => one)),
    genotypes,
    replicates: variances.replicates,
    blocks: sums.blocks,
  }
}

const whyNot = ({ counts, blocks, names }: Sums): WhyNone => {
  const plots = counts.reduce((sum, one) => sum + one, 0)
  return plots - names.length - (blocks - 1) < 1 ? 'no second plot' : 'replicates apart'
}

function sharesOf({ between, error, replicates }: Variances, raise = 1): readonly [ofPlots: number, ofMeans: number] {
  const genetic = Math.max(0, (between * raise - error) / replicates)
  return [shareOf(genetic / error), shareOf((genetic * replicates) / error)]
}

/** Of a ratio of variances, the part that the first one has of both. */
const shareOf = (ratio: number): number => (ratio === Infinity ? 1 : ratio / (1 + ratio) || 0)

function resample(sums: Sums): (readonly [number, number])[] {
  const random = createRandom(SEED)
  const size = sums.names.length
  const times = new Uint16Array(size)
  const drawn: (readonly [number, number])[] = []
  for (let draw = 0; draw < RESAMPLES; draw += 1) {
    times.fill(0)
    for (let one = 0; one < size; one += 1) {
      const at = Math.floor(random() * size)
      times[at] = (times[at] ?? 0) + 1
    }
    const variances = variancesOf(sums, times)
    if (variances) drawn.push(sharesOf(variances, size / (size - 1)))
  }
  return drawn
}

/** Of the middle 95 %, the ends. */
function middleOf(values: number[]): Interval {
  const sorted = Float64Array.from(values).sort()
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? 0
  return [at(TAIL), at(1 - TAIL)]
}

/** Numbers from 0 to 1, the same ones for a seed (a Weyl sequence whose bits are mixed: "mulberry32", in the public domain). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

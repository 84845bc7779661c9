// How values of another tool agree with ours, plot by plot.

export type Values = readonly (number | null)[]

/** `theirs` = intercept + slope × `ours`; differences are theirs − ours. Numbers that need more plots or spread are null. */
export type Agreement = {
  n: number
  r: number | null
  slope: number | null
  intercept: number | null
  meanDifference: number
  /** Standard deviation of the differences. */
  sdDifference: number | null
  /** Bland and Altman: mean difference ± 1.96 standard deviations. */
  limits: readonly [low: number, high: number] | null
  rmse: number
}

export type Finding =
  /** But for rounding: to the digits of their table, to numbers of 32 bits, or to a millionth of the spread of plots. */
  | { kind: 'same' }
  /** Theirs divided by the factor are close to ours; `scaled` says how close. */
  | { kind: 'factor'; factor: number; scaled: Agreement }
  | { kind: 'constant'; value: number }
  /** They differ by one number nearly everywhere. */
  | { kind: 'shifted'; by: number }
  /** They have little in common: perhaps other plots have these ids. */
  | { kind: 'unrelated' }
  | { kind: 'related' }

export type Comparison = {
  /** Null with no plot that both have. */
  agreement: Agreement | null
  finding: Finding | null
  /** Places of plots that only one of both has. */
  onlyOurs: number[]
  onlyTheirs: number[]
}

type Pair = readonly [ours: number, theirs: number]

const PAIRS_MIN = 3
/** Percent and fraction, centimetres and metres, 255 and 1, a sign. */
const FACTORS = [1, -1, 100, 0.01, -100, -0.01, 255, 1 / 255, 1000, 0.001]
/** What a factor may leave, as a part of the size of the values. */
const REST_MAX = 0.25
/** A factor other than 1 must leave so much less than none. */
const BETTER = 0.5

/** Both in the order of the plots. */
export function compareValues(ours: Values, theirs: Values): Comparison {
  const pairs: Pair[] = []
  const [onlyOurs, onlyTheirs]: [number[], number[]] = [[], []]
  for (const [at, our] of ours.entries()) {
    const their = theirs[at] ?? null
    if (our !== null && their !== null) pairs.push([our, their])
    else if (our !== null) onlyOurs.push(at)
    else if (their !== null) onlyTheirs.push(at)
  }
  if (pairs.length === 0) return { agreement: null, finding: null, onlyOurs, onlyTheirs }
  const agreement = agreementOf(pairs)
  return { agreement, finding: findingOf(pairs, agreement), onlyOurs, onlyTheirs }
}

function agreementOf(pairs: readonly Pair[]): Agreement {
  const n = pairs.length
  const mean = (of: (pair: Pair) => number) => pairs.reduce((sum, pair) => sum + of(pair), 0) / n
  const [meanOurs, meanTheirs] = [mean(([our]) => our), mean(([, their]) => their)]
  const xx = mean(([our]) => (our - meanOurs) ** 2)
  const yy = mean(([, their]) => (their - meanTheirs) ** 2)
  const xy = mean(([our, their]) => (our - meanOurs) * (their - meanTheirs))
  const isFitted = n >= PAIRS_MIN && hasSpread(xx, meanOurs)
  const meanDifference = meanTheirs - meanOurs
  const sdDifference =
    n < PAIRS_MIN ? null : Math.sqrt((mean(([our, their]) => (their - our - meanDifference) ** 2) * n) / (n - 1))
  return {
    n,
    r: isFitted && hasSpread(yy, meanTheirs) ? Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy))) : null,
    slope: isFitted ? xy / xx : null,
    intercept: isFitted ? meanTheirs - (xy / xx) * meanOurs : null,
    meanDifference,
    sdDifference,
    limits: sdDifference === null ? null : [meanDifference - 1.96 * sdDifference, meanDifference + 1.96 * sdDifference],
    rmse: Math.sqrt(mean(([our, their]) => (their - our) ** 2)),
  }
}

/** More than what rounding leaves of equal numbers. */
const hasSpread = (variance: number, mean: number): boolean => variance > (1e-9 * Math.abs(mean)) ** 2

function findingOf(pairs: readonly Pair[], agreement: Agreement): Finding {
  const { r, slope, meanDifference, sdDifference } = agreement
  if (areSame(pairs, r)) return { kind: 'same' }
  const [, value] = pairs[0] ?? [0, 0]
  if (pairs.length >= PAIRS_MIN && pairs.every(([, their]) => their === value)) return { kind: 'constant', value }
  const factor = factorOf(pairs)
  if (factor !== null)
    return { kind: 'factor', factor, scaled: agreementOf(pairs.map(([our, their]) => [our, their / factor])) }
  if (r === null || sdDifference === null || slope === null) return { kind: 'related' }
  if (r > 0.95 && Math.abs(slope - 1) < 0.1 && Math.abs(meanDifference) > 5 * sdDifference)
    return { kind: 'shifted', by: meanDifference }
  return { kind: Math.abs(r) < 0.3 ? 'unrelated' : 'related' }
}

/** The factor that leaves the least, when it is not 1 and one can believe it. */
function factorOf(pairs: readonly Pair[]): number | null {
  const size = Math.sqrt(pairs.reduce((sum, [, their]) => sum + their ** 2, 0))
  if (size === 0 || pairs.length < PAIRS_MIN) return null
  const rest = (factor: number) =>
    Math.sqrt(pairs.reduce((sum, [our, their]) => sum + (their - factor * our) ** 2, 0)) / size
  const best = FACTORS.reduce((one, other) => (rest(other) < rest(one) ? other : one))
  return best !== 1 && rest(best) < REST_MAX && rest(best) < BETTER * rest(1) ? best : null
}

/** Of the spread of plots: nobody chooses another one for less. */
const OF_SPREAD = 1e-6
/** Of the largest value: several roundings of numbers of 32 bits, in which many tools compute. */
const OF_SIZE = 2 ** -21

/** Whether theirs are ours but for rounding. Where plots hardly differ, the digits of a table say nothing. */
function areSame(pairs: readonly Pair[], r: number | null): boolean {
  let [low, high, off] = [Infinity, -Infinity, 0]
  for (const [our, their] of pairs) {
    ;[low, high] = [Math.min(low, our), Math.max(high, our)]
    off = Math.max(off, Math.abs(their - our))
  }
  if (off <= Math.max(OF_SPREAD * (high - low), OF_SIZE * Math.max(Math.abs(low), Math.abs(high)))) return true
  const digits = pairs.reduce((most, [, their]) => Math.max(most, digitsOf(their)), 0)
  return r !== null && r > 0.9 && off <= 0.5001 * 10 ** -digits
}

/** Behind the point, as the number is written shortest. */
function digitsOf(number: number): number {
  const [, digits = '', exponent = '0'] = /^-?\d+(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(number)) ?? []
  return Math.max(0, digits.length - Number(exponent))
}

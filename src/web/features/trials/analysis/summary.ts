export type Summary = { count: number; mean: number; sd: number; least: number; most: number }

/** NaN of none. */
export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Of the values that are there; null without any. The standard deviation of a sample, NaN of one value. */
export function summaryOf(values: readonly (number | null)[]): Summary | null {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return null
  const mean = meanOf(known)
  const squares = known.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  const [least, most] = [Math.min, Math.max].map((extreme) => known.reduce((one, other) => extreme(one, other)))
  return {
    count: known.length,
    mean,
    sd: Math.sqrt(squares / (known.length - 1)),
    least: least ?? mean,
    most: most ?? mean,
  }
}

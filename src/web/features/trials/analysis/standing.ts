import { ranksOf } from '#imagery/traits/derived/correlations.ts'
import { summaryOf } from './summary.ts'

export type Standing = { value: number; rank: number; of: number; z: number | null; difference: number }

/** Where one of several values stands: its rank from the greatest, and its distance from their mean in standard deviations. */
export function standingOf(values: readonly (number | null)[], at: number): Standing | null {
  const value = values[at] ?? null
  const known = values.filter((one) => one !== null)
  if (value === null) return null
  const { mean: usual, sd } = summaryOf(known) ?? { mean: value, sd: 0 }
  const ranks = ranksOf(known.map((one) => -one))
  return {
    value,
    rank: ranks[known.indexOf(value)] ?? 1,
    of: known.length,
    z: sd > 0 ? (value - usual) / sd : null,
    difference: value - usual,
  }
}

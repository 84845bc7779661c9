// What has to be saved to take a change back.
import type { Exclusion } from '#contract/field-book.ts'
import type { OwnColumn, OwnValues } from '../../field-book-queries.ts'

export type ExclusionChange = { plotIds: string[]; trialFlightId?: string; reason: string | null }

/** Each plot has its reason of before, or none. */
export function reverseExclusion(
  { plotIds, trialFlightId }: ExclusionChange,
  before: readonly Exclusion[],
): ExclusionChange[] {
  const reasons = new Map(
    before
      .filter((exclusion) => exclusion.trialFlightId === (trialFlightId ?? null))
      .map(({ plotId, reason }) => [plotId, reason]),
  )
  const of = trialFlightId === undefined ? {} : { trialFlightId }
  return [...Map.groupBy(plotIds, (plotId) => reasons.get(plotId) ?? null)].map(([reason, plots]) => ({
    ...of,
    plotIds: plots,
    reason,
  }))
}

/** Each plot has its value of before, or none. */
export const reverseValues = (changes: readonly OwnValues[], before: readonly OwnColumn[]): OwnValues[] =>
  changes.map(({ values, ...column }) => {
    const old = before.find((one) => isSameColumn(column, one))
    const known = new Map(old?.values.map(({ plotId, value }) => [plotId, value]))
    return { ...column, values: values.map(({ plotId }) => ({ plotId, value: known.get(plotId) ?? null })) }
  })

export const isSameColumn = (
  { name, takenOn }: Pick<OwnValues, 'name' | 'takenOn'>,
  column: Pick<OwnColumn, 'name' | 'takenOn'>,
): boolean => column.name === name && column.takenOn === (takenOn ?? null)

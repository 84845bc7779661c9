// Dates of plots as days after planting, so that they go with numbers.
import { DATE_UNIT, dayOf } from '#domain/dates.ts'
import type { TraitValues } from '../analysis/trait-values.ts'
import type { Workspace } from './workspace.ts'

type Cells = readonly (number | string | null)[]

/** Each plot by its own planting date, or else by that of the trial; undefined where a plot with a date has neither. */
export function daysAfterPlanting(
  { trial, plots }: Pick<Workspace, 'trial' | 'plots'>,
  cells: Cells,
): (number | null)[] | undefined {
  const days: (number | null)[] = []
  for (const [at, { attributes }] of plots.entries()) {
    const cell = cells[at]
    const planted = attributes['plantingDate'] ?? trial.plantingDate
    if (typeof cell === 'number' && planted === null) return undefined
    days.push(typeof cell === 'number' && planted !== null ? cell - dayOf(planted) : null)
  }
  return days
}

/** Traits of dates as days after planting; without a planting date they are left out. */
export const withDaysAfterPlanting = (workspace: Workspace, traits: readonly TraitValues[]): TraitValues[] =>
  traits.map((one) =>
    one.trait.unit === DATE_UNIT
      ? { ...one, byDay: one.byDay.map((values) => values && daysAfterPlanting(workspace, values)) }
      : one,
  )

/** Why dates can't go with numbers. */
export const noPlanting = (name: string): string =>
  `${name} has dates, which count as days after planting, and this trial has no planting date. Set it with Edit at the top of the page.`

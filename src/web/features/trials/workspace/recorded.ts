// What people have scored, weighed or dated, in the shape of what was measured.
import { useMemo } from 'react'
import { type RecordedTrait, recordedColumn, recordedTraits } from '#imagery/plot-values/recorded-traits.ts'
import { useOwnColumns } from '../field-book-queries.ts'
import { type Day, placeOfDate } from './days.ts'
import type { PlotOutline } from './plot-geometry.ts'
import { type DatedValues, NO_TRAIT, type Trait } from './workspace.ts'

export function useRecorded(trialId: string) {
  const own = useOwnColumns(trialId)
  const data = useMemo(
    () =>
      own.data && {
        traits: recordedTraits(own.data.map(recordedColumn)),
        key: JSON.stringify([trialId, ...own.data.map(({ columnId, changedTime }) => [columnId, changedTime])]),
      },
    [trialId, own.data],
  )
  return { ...own, data }
}

export const traitOf = ({ trait, name, unit, columns }: RecordedTrait, days: readonly Day[]): Trait => ({
  ...NO_TRAIT,
  trait,
  name,
  unit,
  flightIds: daysIn(columns, days).map(({ id }) => id),
})

const daysIn = (columns: RecordedTrait['columns'], days: readonly Day[]): Day[] =>
  columns.flatMap(({ takenOn }) => days[placeOfDate(days, takenOn)] ?? [])

type Plots = readonly Pick<PlotOutline, 'plotId'>[]

/** A value for each plot, on each of its dates. */
export const valuesByDay = (
  { columns }: RecordedTrait,
  plots: Plots,
): { takenOn: string | null; values: (number | null)[] }[] =>
  columns.map(({ takenOn, numbers }) => ({ takenOn, values: plots.map(({ plotId }) => numbers.get(plotId) ?? null) }))

/** Nothing of it was made by a measurement. */
export const datesOf = (recorded: RecordedTrait, plots: Plots, days: readonly Day[]): DatedValues[] =>
  valuesByDay(recorded, plots).flatMap(({ takenOn, values }) => {
    const day = days[placeOfDate(days, takenOn)]
    return day
      ? [{ ...day, flightId: day.id, unit: recorded.unit, made: null, values, pixels: [], flags: [], commonFlags: [] }]
      : []
  })

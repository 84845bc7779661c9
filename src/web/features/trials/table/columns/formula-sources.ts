// The columns that formulas of the table can read, by what they are called there.
import { type ColumnFormula, columnVariable } from '#imagery/traits/catalogue/column-formulas.ts'
import type { Trial } from '../../trial-queries.ts'
import type { Trait } from '../../workspace/workspace.ts'
import type { TableColumn } from '../table-model.ts'

/** A column of the table, or a trait on a flight, which is loaded when a formula needs it. */
export type Source = { column: TableColumn } | MeasuredSource
export type MeasuredSource = { trait: string; flightId: string; date: string }
export type Sources = ReadonlyMap<string, Source>

/** What a column is called in formulas: own ones without their unit. */
export const nameInFormulas = ({ title, own }: TableColumn): string =>
  own ? [own.name, own.takenOn].filter(Boolean).join(' ') : title

type Table = { columns: readonly TableColumn[]; measured: readonly Trait[]; flights: Trial['flights'] }

/** Of two columns of one name, the measured one counts. */
export function sourcesOf({ columns, measured, flights }: Table): Sources {
  const dates = new Map(flights.map(({ trialFlightId, moment }) => [trialFlightId, moment]))
  return new Map<string, Source>([
    ...columns.map((column) => [columnVariable(nameInFormulas(column)), { column }] as const),
    ...measured.flatMap(({ trait, flightIds }) =>
      flightIds.flatMap((flightId) => {
        const date = dates.get(flightId)
        return date === undefined ? [] : [[columnVariable(`${trait} ${date}`), { trait, flightId, date }] as const]
      }),
    ),
  ])
}

/** Which columns of a formula there are none of, in words. */
export function missingIn({ columns }: ColumnFormula, sources: Sources): string | undefined {
  const missing = columns.find((column) => !sources.has(column))
  if (missing === undefined) return undefined
  const meant = [...sources.keys()].find((column) => column.toLowerCase() === missing.toLowerCase())
  return `There is no column ${missing} in this table${meant === undefined ? '' : `; write ${meant}`}`
}

// What workers say of a table that is given.
import { UnreadablePlots } from '#imagery/geojson/unreadable-plots.ts'
import { readTable, type Table } from '#imagery/tables/read-table.ts'
import type { RateRows, TableLimits } from '#imagery/tables/table.ts'

/** With its first rows, and the name of its sheet where there are several. */
export type ShownTable<Taken> = Taken & { rows: string[][]; sheet: string | null }

/** How the table is taken, as far as it could be read; and what was found then, or why nothing. */
export type TableReport<Taken, Found> = { table?: ShownTable<Taken> } & (
  | { found: Found; problem?: never }
  | { found?: never; problem: string }
)

/** Of the first rows, for a person to choose the heading. */
const ROWS_SHOWN = 20
const CELLS_SHOWN = 6

export type ReadOptions = {
  limits: TableLimits
  rate: RateRows
  /** Why a table is not taken. */
  refuse: (table: Table) => string | undefined
}

/** `take` says how a table is taken, and reads it so. */
export async function readGivenTable<Taken, Found>(
  source: Blob,
  { limits, rate, refuse }: ReadOptions,
  take: (table: Table) => { table: Taken; read: () => Found },
): Promise<TableReport<Taken, Found>> {
  try {
    const given = readTable(new Uint8Array(await source.arrayBuffer()), limits, rate)
    const refused = refuse(given)
    if (refused !== undefined) return { problem: refused }
    const { table: taken, read } = take(given)
    const rows = given.rows.slice(0, ROWS_SHOWN).map((row) => row.slice(0, CELLS_SHOWN))
    const table = { ...taken, rows, sheet: given.sheet }
    try {
      return { table, found: read() }
    } catch (error) {
      return { table, problem: problemOf(error) }
    }
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

const problemOf = (error: unknown): string =>
  error instanceof UnreadablePlots
    ? error.message
    : 'This table could not be read. Save it as CSV or XLSX, and choose that file.'

import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { type RecordedColumn, recordedColumn } from '#imagery/plot-values/recorded-traits.ts'
import type { Database } from '../../../adapters/db/schema.ts'
import { authorName } from '../queries.ts'

const selectColumns = (db: Database) =>
  db
    .selectFrom('trialColumns')
    .select(['id as columnId', 'name', 'unit', 'takenOn', 'changedAt', authorName.as('author')])

const selectWithValues = (db: Database) => selectColumns(db).select(['valueType', 'plotValues'])

/** By name, then by date. */
export async function selectOwnColumns(db: Database, trialId: string) {
  const rows = await selectWithValues(db).where('trialId', '=', trialId).orderBy('name').orderBy('takenOn').execute()
  return rows.map(withValues)
}

function withValues({ valueType, plotValues, ...row }: Awaited<ReturnType<typeof ofColumn>>[number]) {
  return {
    ...row,
    chosenType: valueType,
    values: Object.entries(plotValues).map(([plotId, value]) => ({ plotId, value })),
  }
}

const ofColumn = (db: Database, columnId: string) =>
  selectWithValues(db).where('trialColumns.id', '=', columnId).execute()

export type OwnRecorded = RecordedColumn & {
  columnId: string
  /** As people gave it. */
  givenUnit: string | null
  /** Who changed it last. */
  author: string
}

/** The own columns of a trial as all that leaves it has them. One without values is left out. */
export async function recordedColumns(db: Database, trialId: string): Promise<OwnRecorded[]> {
  const recorded: OwnRecorded[] = []
  for (const column of await selectOwnColumns(db, trialId)) {
    if (column.values.length === 0) continue
    recorded.push(recordedOf(column))
    // A hundred columns of thousands of plots would hold up all others.
    await nextTurn()
  }
  return recorded
}

const recordedOf = ({ columnId, author, ...column }: ReturnType<typeof withValues>): OwnRecorded => ({
  columnId,
  givenUnit: column.unit,
  author: author ?? '',
  ...recordedColumn(column),
})

/** The same without their values. */
export const namesOfRecorded = (db: Database, trialId: string) =>
  selectColumns(db)
    .where('trialId', '=', trialId)
    .where(sql<boolean>`plot_values <> '{}'`)
    .orderBy('name')
    .orderBy('takenOn')
    .execute()

/** One of them, with its values; undefined when it was deleted meanwhile. */
export async function readRecorded(db: Database, columnId: string): Promise<OwnRecorded | undefined> {
  const [column] = await ofColumn(db, columnId)
  return column && recordedOf(withValues(column))
}

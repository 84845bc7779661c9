import type { Kysely } from 'kysely'
import { type RecordedColumn, recordedColumn } from '#imagery/plot-values/recorded-traits.ts'
import type { Schema } from '../../../adapters/db/schema.ts'
import { authorName } from '../queries.ts'

/** By name, then by date. */
export async function selectOwnColumns(db: Kysely<Schema>, trialId: string) {
  const rows = await db
    .selectFrom('trialColumns')
    .select(['id', 'name', 'unit', 'takenOn', 'valueType', 'plotValues', 'changedAt'])
    .select(authorName.as('author'))
    .where('trialId', '=', trialId)
    .orderBy('name')
    .orderBy('takenOn')
    .execute()
  return rows.map(({ id, valueType, plotValues, ...row }) => ({
    columnId: id,
    ...row,
    chosenType: valueType,
    values: Object.entries(plotValues).map(([plotId, value]) => ({ plotId, value })),
  }))
}

export type OwnRecorded = RecordedColumn & {
  columnId: string
  /** As people gave it. */
  givenUnit: string | null
  /** Who changed it last. */
  author: string
}

/** The own columns of a trial as all that leaves it has them. One without values is left out. */
export async function recordedColumns(db: Kysely<Schema>, trialId: string): Promise<OwnRecorded[]> {
  const columns = await selectOwnColumns(db, trialId)
  return columns
    .filter(({ values }) => values.length > 0)
    .map(({ columnId, author, ...column }) => ({
      columnId,
      givenUnit: column.unit,
      author: author ?? '',
      ...recordedColumn(column),
    }))
}

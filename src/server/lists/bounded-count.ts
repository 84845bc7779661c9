import { type Expression, type Kysely, sql } from 'kysely'
import type { Schema } from '../adapters/db/schema.ts'

/** Lists are counted no further: an answer must not take the longer the more there is. */
const TOTAL_MAX = 10_000

/** How many rows there are, and whether there are no more. */
export type Count = { total: number; isTotalExact: boolean }

/** Counts the rows of a query, as far as `most`. */
export async function countUpTo(db: Kysely<Schema>, query: Expression<unknown>, most = TOTAL_MAX): Promise<Count> {
  const { rows } = await sql<{ counted: number }>`
    select count(*)::int as counted from (${query} limit ${most + 1}) as some_rows`.execute(db)
  const counted = rows[0]?.counted ?? 0
  return { total: Math.min(counted, most), isTotalExact: counted <= most }
}

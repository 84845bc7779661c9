import { type Expression, sql } from 'kysely'
import type { Database } from '../adapters/db/schema.ts'

/** The maximum count of a list: the time of a response must not grow with the list. */
const TOTAL_MAX = 10_000

/** The number of rows, and whether it is exact or there are more. */
export type Count = { total: number; isTotalExact: boolean }

/** Counts the rows of a query up to `max`. */
export async function countUpTo(db: Database, query: Expression<unknown>, max = TOTAL_MAX): Promise<Count> {
  const counted = await countAll(db, sql`${query} limit ${max + 1}`)
  return { total: Math.min(counted, max), isTotalExact: counted <= max }
}

/** Counts all rows of a query. */
export async function countAll(db: Database, query: Expression<unknown>): Promise<number> {
  const { rows } = await sql<{ counted: number }>`
    select count(*)::int as counted from (${query}) as counted_rows`.execute(db)
  return rows[0]?.counted ?? 0
}

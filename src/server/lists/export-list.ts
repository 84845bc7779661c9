import type { Kysely } from 'kysely'
import type { Schema } from '../adapters/db/schema.ts'
import type { Place } from './cursor.ts'
import { type List, nextIds } from './search.ts'

/** To find where a list goes on costs about as much for many rows as for few. */
export const IDS_AT_ONCE = 2000
/** Memory holds no more rows of an export. */
export const ROWS_AT_ONCE = 100

type Source<Row> = {
  db: Kysely<Schema>
  list: List
  /** Throws when the caller may no longer read on. */
  check: () => Promise<void>
  readRows: (ids: readonly string[]) => Promise<readonly Row[]>
  placeOf: (row: Row) => Place
}

/** All rows of a list, a few at a time, newest first. */
export async function* rowsOf<Row>({
  db,
  list,
  check,
  readRows,
  placeOf,
}: Source<Row>): AsyncGenerator<readonly Row[]> {
  let place: Place | undefined
  do {
    const ids = await nextIds(db, { ...list, place, limit: IDS_AT_ONCE })
    let last: Row | undefined
    for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) {
      await check()
      const rows = await readRows(ids.slice(at, at + ROWS_AT_ONCE))
      last = rows.at(-1) ?? last
      yield rows
    }
    place = ids.length === IDS_AT_ONCE && last ? placeOf(last) : undefined
  } while (place)
}

import type { Database } from '../adapters/db/schema.ts'
import type { Place } from './cursor.ts'
import { type List, nextIds } from './search.ts'

/** The ids per query: finding the next ones costs about the same for many rows as for few. */
export const IDS_PER_QUERY = 2000
/** The rows of an export in memory. */
export const ROWS_PER_BATCH = 100

type Source<Row> = {
  db: Database
  list: List
  /** Throws if the caller may no longer read the list. */
  check: () => Promise<void>
  readRows: (ids: readonly string[]) => Promise<readonly Row[]>
  placeOf: (row: Row) => Place
}

/** All rows of a list in batches, newest first. */
export async function* rowsOf<Row>({
  db,
  list,
  check,
  readRows,
  placeOf,
}: Source<Row>): AsyncGenerator<readonly Row[]> {
  let place: Place | undefined
  do {
    const ids = await nextIds(db, { ...list, place, limit: IDS_PER_QUERY })
    let last: Row | undefined
    for (let at = 0; at < ids.length; at += ROWS_PER_BATCH) {
      await check()
      const rows = await readRows(ids.slice(at, at + ROWS_PER_BATCH))
      last = rows.at(-1) ?? last
      yield rows
    }
    place = ids.length === IDS_PER_QUERY && last ? placeOf(last) : undefined
  } while (place)
}

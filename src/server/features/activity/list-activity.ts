import { sql } from 'kysely'
import type { QueryOf, ReplyOf } from '#contract/api.ts'
import type { Deps } from '../../deps.ts'
import { countUpTo } from '../../lists/bounded-count.ts'
import { decodeCursor, rejectDeepOffset, toPage } from '../../lists/cursor.ts'
import { matchingEntries, presentEntry, withNames } from './queries.ts'

/** The audit log for staff, newest first. */
export async function listActivity(
  deps: Pick<Deps, 'db'>,
  { from, pageSize, after, subject, actorId }: QueryOf<'listActivity'>,
): Promise<ReplyOf<'listActivity'>> {
  const matching = matchingEntries(deps.db, { subject, actorId })
  const count = await countUpTo(deps.db, matching.select(sql`1`.as('one')))
  if (!after) rejectDeepOffset(from * pageSize, count)

  let rows = withNames(matching).limit(pageSize + 1)
  rows = after ? rows.where('audit.id', '<', idOf(after)) : rows.offset(from * pageSize)
  const page = toPage(await rows.execute(), pageSize, ({ at, id }) => ({ at, id: String(id) }))
  return { data: page.rows.map(presentEntry), ...count, next: page.next }
}

/** A cursor from another list has an id that is not a number. Then the page is empty. */
const idOf = (cursor: string): number => Number(/^\d{1,15}$/.exec(decodeCursor(cursor).id)?.[0] ?? 0)

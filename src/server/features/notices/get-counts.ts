import { sql } from 'kysely'
import type { Counts } from '#contract/notices.ts'
import { COUNT_MAX } from '#domain/notices.ts'
import { visibleTo } from '../../access.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { countUpTo } from '../../lists/bounded-count.ts'
import { visibleNotices, worksAsStaff } from './visible.ts'

const one = sql`1`.as('one')

/** What waits for the caller, counted to 99. */
export async function getCounts({ db }: Pick<Deps, 'db'>, actor: Actor): Promise<Counts> {
  const unread = visibleNotices(db, actor).where('readAt', 'is', null)
  const unreadNotices = await countUpTo(db, unread.select(one), COUNT_MAX)
  if (!worksAsStaff(actor)) return { unreadNotices, waitingRequests: null, waitingUsers: null }
  const requests = db.selectFrom('analyses').where(visibleTo(actor, 'analyses')).where('status', '=', 'PENDING')
  // In the order of their own index: PostgreSQL expects many of them, and would rather read the whole table.
  const users = db
    .selectFrom('users')
    .where('status', '=', 'PENDING')
    .where('confirmedAt', 'is not', null)
    .orderBy('id')
  return {
    unreadNotices,
    waitingRequests: await countUpTo(db, requests.select(one), COUNT_MAX),
    waitingUsers: await countUpTo(db, users.select(one), COUNT_MAX),
  }
}

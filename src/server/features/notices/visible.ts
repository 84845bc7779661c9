import { sql } from 'kysely'
import { STAFF_NOTICES } from '#domain/notices.ts'
import type { Actor } from '../../actor.ts'
import type { Database } from '../../adapters/db/schema.ts'

/** Staff whose access was taken away, or who must set up a second factor first, see nothing of customers. */
export const worksAsStaff = ({ role, status, due }: Actor): boolean =>
  role === 'ADMIN' && status === 'APPROVED' && due === undefined

/** The notices that this person may read. */
export function visibleNotices(db: Database, actor: Actor) {
  const own = db.selectFrom('notices').where('userId', '=', actor.userId)
  return worksAsStaff(actor) ? own : own.where('kind', 'not in', STAFF_NOTICES)
}

export const olderThan = ({ at, id }: { at: Date; id: string }) => sql<boolean>`(created_at, id) < (${at}, ${id})`

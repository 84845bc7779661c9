import { sql } from 'kysely'
import type { UserDetails } from '#contract/users.ts'
import { AppError } from '#domain/errors.ts'
import type { Deps } from '../../deps.ts'
import { presentUser, selectListed } from './queries.ts'

/** The last use of a session, or the last entry in the log. Old sessions are purged, and much use leaves no entry. */
const lastActiveAt = sql<Date | null>`greatest(
  (select max(used_at) from sessions where sessions.user_id = users.id),
  (select at from audit where audit.actor_id = users.id order by audit.id desc limit 1))`

export async function getUser({ db }: Pick<Deps, 'db'>, { userId }: { userId: string }): Promise<UserDetails> {
  const user = await selectListed(db)
    .select(['heldBecause', lastActiveAt.as('lastActiveAt')])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(() => new AppError('not-found', 'User not found'))
  const { heldBecause } = user
  return { ...presentUser(user), heldBecause, lastActiveTime: user.lastActiveAt?.toISOString() ?? null }
}

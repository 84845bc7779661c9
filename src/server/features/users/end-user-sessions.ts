import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { endSessions } from '../accounts/queries.ts'

/** Logs somebody else out everywhere; his next call is refused. */
export async function endUserSessions(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { userId }: { userId: string },
): Promise<void> {
  if (userId === actor.userId) throw new AppError('conflict', 'Your own sessions are on the page of your account')
  const at = deps.now()
  await deps.db.transaction().execute(async (trx) => {
    const user = await trx.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
    if (!user) throw new AppError('not-found', 'User not found')
    await endSessions(trx, { userId, at })
    await audit(trx, actor, { at, action: 'user.logged-out', subject: `user:${userId}` })
  })
}

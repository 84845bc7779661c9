import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { requireStaff } from '../../still-allowed.ts'
import { lockAccount } from '../accounts/locked-account.ts'
import { endSessions } from '../accounts/queries.ts'

/** Ends all sessions of another user. Their next call is rejected. */
export async function endUserSessions(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { userId }: { userId: string },
): Promise<void> {
  if (userId === actor.userId) throw new AppError('conflict', 'Your own sessions are in your account settings')
  const at = deps.now()
  await deps.db.transaction().execute(async (trx) => {
    await requireStaff(trx, actor.userId)
    if (!(await lockAccount(trx, userId))) throw new AppError('not-found', 'User not found')
    await endSessions(trx, { userId, at })
    await audit(trx, actor, { at, action: 'user.logged-out', subject: `user:${userId}` })
  })
}

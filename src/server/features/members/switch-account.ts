import type { LoginData } from '#contract/accounts.ts'
import { AppError } from '#domain/errors.ts'
import { isStaff } from '../../access.ts'
import type { Actor } from '../../actor.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { lockPerson } from '../../still-allowed.ts'
import { sessionEnded } from '../accounts/locked-account.ts'
import { presentLogin } from '../accounts/sessions/login-data.ts'

/** Works in another account of the caller from now on, in this session and in the next ones. */
export async function switchAccount(
  deps: Pick<Deps, 'db' | 'keys' | 'now'> & WithConfig<'publicUrl' | 'staffSecondFactor'>,
  actor: Actor,
  { accountId }: { accountId: string },
): Promise<LoginData> {
  const { userId, sessionId } = actor
  const session = await deps.db.transaction().execute(async (trx) => {
    // Its people are changed before this or after it.
    await lockPerson(trx, accountId)
    const membership = trx.updateTable('memberships').where('accountId', '=', accountId).where('userId', '=', userId)
    const used = await membership.set({ usedAt: deps.now() }).returning('role').executeTakeFirst()
    if (!used || (isStaff(actor) && accountId !== userId)) throw new AppError('not-found', 'Account not found')
    const open = trx.updateTable('sessions').where('id', '=', sessionId).where('endedAt', 'is', null)
    return open.set({ accountId }).returning(['id', 'generation', 'accountId']).executeTakeFirst()
  })
  if (!session) throw sessionEnded()
  const user = await deps.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  return presentLogin(deps, user, session)
}

import { SYSTEM } from '../../../actor.ts'
import { audit } from '../../../audit.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { queueEmail } from '../../emails/queue-email.ts'
import { secondFactorResetEmail } from '../emails.ts'
import { lockAccount } from '../locked-account.ts'
import { clearAttempts, secondFactorAttempts } from '../passwords/login-attempts.ts'
import { endSessions, findUserByEmail, removeSecondFactor } from '../queries.ts'

/**
 * For a user who has lost phone and recovery codes. Only available as a command, so that staff can't do it
 * on a screen. Ends all their sessions and emails them.
 */
export async function resetSecondFactor(
  deps: Pick<Deps, 'db' | 'now' | 'queue'> & WithConfig<'publicUrl'>,
  { email }: { email: string },
): Promise<'removed' | 'no factor' | 'no account'> {
  const user = await findUserByEmail(deps.db, email)
  if (!user) return 'no account'
  return deps.db.transaction().execute(async (trx) => {
    await lockAccount(trx, user.id)
    const at = deps.now()
    if (!(await removeSecondFactor(trx, user.id))) return 'no factor'
    await clearAttempts(trx, secondFactorAttempts(user.id))
    await endSessions(trx, { userId: user.id, at })
    await queueEmail(trx, deps, { to: user.email, ...secondFactorResetEmail(user) })
    await audit(trx, SYSTEM, { at, action: 'account.second-factor-reset', subject: `user:${user.id}` })
    return 'removed'
  })
}

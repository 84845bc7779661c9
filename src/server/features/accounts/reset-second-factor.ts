import { SYSTEM } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { postLetter } from '../letters/post-letter.ts'
import { factorResetLetter } from './letters.ts'
import { factorTries, forgetTries } from './login-tries.ts'
import { holdAccount } from './own-account.ts'
import { endSessions, findUserByEmail, removeSecondFactor } from './queries.ts'

/**
 * For somebody who has lost telephone and recovery codes: by command only, so that no member of staff does it for himself
 * from a screen. Ends all his sessions, and tells him. Answers what it found.
 */
export async function resetSecondFactor(
  deps: Pick<Deps, 'db' | 'now' | 'queue'>,
  { email }: { email: string },
): Promise<'removed' | 'no factor' | 'no account'> {
  const user = await findUserByEmail(deps.db, email)
  if (!user) return 'no account'
  return deps.db.transaction().execute(async (trx) => {
    await holdAccount(trx, user.id)
    const at = deps.now()
    if (!(await removeSecondFactor(trx, user.id))) return 'no factor'
    await forgetTries(trx, factorTries(user.id))
    await endSessions(trx, { userId: user.id, at })
    await postLetter(trx, deps, { to: user.email, ...factorResetLetter(user) })
    await audit(trx, SYSTEM, { at, action: 'account.second-factor-reset', subject: `user:${user.id}` })
    return 'removed'
  })
}

import type { Caller } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { postLetter } from '../letters/post-letter.ts'
import { codeRefused, spendCode } from './codes.ts'
import { passwordChangedLetter } from './letters.ts'
import { hashPassword } from './passwords.ts'
import { endSessions, findUserByEmail } from './queries.ts'

/** Sets a new password with a mailed code and ends every session of the account. */
export async function resetPassword(
  deps: Pick<Deps, 'db' | 'keys' | 'now' | 'queue'>,
  caller: Caller,
  input: { email: string; verificationCode: string; newPassword: string },
): Promise<void> {
  const passwordHash = await hashPassword(input.newPassword)
  const user = await findUserByEmail(deps.db, input.email)
  if (!user?.confirmedAt) throw codeRefused()
  await spendCode(deps, { userId: user.id, purpose: 'RESET', code: input.verificationCode }, async (trx) => {
    const at = deps.now()
    await trx.updateTable('users').set({ passwordHash }).where('id', '=', user.id).execute()
    await endSessions(trx, { userId: user.id, at })
    await postLetter(trx, deps, { to: user.email, ...passwordChangedLetter(user) })
    await audit(
      trx,
      { ...caller, userId: user.id },
      { at, action: 'account.password-reset', subject: `user:${user.id}` },
    )
  })
}

import type { Caller } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { postLetter } from '../letters/post-letter.ts'
import { spendCode } from './codes.ts'
import { passwordResetLetter } from './letters.ts'
import { forgetTries, passwordTries } from './login-tries.ts'
import { hashPassword } from './passwords.ts'
import { endSessions, findUserByEmail } from './queries.ts'
import { refuseWeakPassword } from './weak-passwords.ts'

/** Sets a new password with a mailed code and ends every session of the account. A second factor stays what it is. */
export async function resetPassword(
  deps: Pick<Deps, 'db' | 'keys' | 'now' | 'queue'>,
  caller: Caller,
  input: { email: string; verificationCode: string; newPassword: string },
): Promise<void> {
  const { email, newPassword } = input
  refuseWeakPassword(newPassword, { field: 'newPassword', own: { email } })
  const passwordHash = await hashPassword(newPassword)
  const found = await findUserByEmail(deps.db, email)
  // Also for nobody a code is looked for: the answer takes the same way.
  const userId = found?.confirmedAt ? found.id : 'nobody'
  await spendCode(deps, { userId, purpose: 'RESET', code: input.verificationCode }, async (trx, user) => {
    // Not before the code is right: the name is nobody else's to find out.
    refuseWeakPassword(newPassword, { field: 'newPassword', own: user })
    const at = deps.now()
    await trx.updateTable('users').set({ passwordHash, mustChangePassword: false }).where('id', '=', user.id).execute()
    await endSessions(trx, { userId: user.id, at })
    await forgetTries(trx, passwordTries(user.email))
    await postLetter(trx, deps, { to: user.email, ...passwordResetLetter(user) })
    await audit(
      trx,
      { ...caller, userId: user.id },
      { at, action: 'account.password-reset', subject: `user:${user.id}` },
    )
  })
}

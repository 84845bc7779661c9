import type { Caller } from '../../../actor.ts'
import { audit } from '../../../audit.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { queueEmail } from '../../emails/queue-email.ts'
import { redeemCode } from '../codes/codes.ts'
import { passwordResetEmail } from '../emails.ts'
import { endSessions, findUserByEmail } from '../queries.ts'
import { clearAttempts, passwordAttempts } from './login-attempts.ts'
import { hashPassword } from './password-hash.ts'
import { rejectWeakPassword } from './weak-passwords.ts'

/** Sets a new password with an emailed code, and ends all sessions. A second factor is kept. */
export async function resetPassword(
  deps: Pick<Deps, 'db' | 'keys' | 'now' | 'queue'> & WithConfig<'publicUrl'>,
  caller: Caller,
  input: { email: string; verificationCode: string; newPassword: string },
): Promise<void> {
  const { email, newPassword } = input
  rejectWeakPassword(newPassword, { field: 'newPassword', own: { email } })
  const passwordHash = await hashPassword(newPassword)
  const found = await findUserByEmail(deps.db, email)
  // For an unknown address a code is looked up, too, so that the work is the same.
  const userId = found?.confirmedAt ? found.id : 'nobody'
  await redeemCode(deps, { userId, purpose: 'RESET', code: input.verificationCode }, async (trx, user) => {
    // Only after a correct code: otherwise the response could reveal the name.
    rejectWeakPassword(newPassword, { field: 'newPassword', own: user })
    const at = deps.now()
    await trx.updateTable('users').set({ passwordHash, mustChangePassword: false }).where('id', '=', user.id).execute()
    await endSessions(trx, { userId: user.id, at })
    await clearAttempts(trx, passwordAttempts(user.email))
    await queueEmail(trx, deps, { to: user.email, ...passwordResetEmail(user) })
    await audit(
      trx,
      { ...caller, userId: user.id },
      { at, action: 'account.password-reset', subject: `user:${user.id}` },
    )
  })
}

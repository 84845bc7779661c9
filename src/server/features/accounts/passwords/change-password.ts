import { errorAt } from '#domain/errors.ts'
import type { Actor } from '../../../actor.ts'
import { audit } from '../../../audit.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { queueEmail } from '../../emails/queue-email.ts'
import { revokeResetCodes } from '../codes/codes.ts'
import { passwordChangedEmail } from '../emails.ts'
import { changeOwnAccount } from '../locked-account.ts'
import { endSessions } from '../queries.ts'
import { hashPassword } from './password-hash.ts'
import { verifyCurrentPassword } from './verify-current-password.ts'
import { rejectWeakPassword } from './weak-passwords.ts'

const SAME_PASSWORD = 'Choose a password that differs from your current one'

/** Sets a new password, given the current one. Ends all other sessions and revokes reset codes. */
export async function changePassword(
  deps: Pick<Deps, 'db' | 'now' | 'queue'> & WithConfig<'publicUrl'>,
  actor: Actor,
  input: { currentPassword: string; newPassword: string },
): Promise<void> {
  const proven = await verifyCurrentPassword(deps, actor, input)
  if (actor.due === 'NEW_PASSWORD' && input.newPassword === input.currentPassword)
    throw errorAt('newPassword', SAME_PASSWORD)
  rejectWeakPassword(input.newPassword, { field: 'newPassword', own: actor })
  const passwordHash = await hashPassword(input.newPassword)
  const at = deps.now()
  await changeOwnAccount(deps, { actor, proven }, async (trx) => {
    await trx
      .updateTable('users')
      .set({ passwordHash, mustChangePassword: false })
      .where('id', '=', actor.userId)
      .execute()
    await revokeResetCodes(trx, actor.userId)
    await endSessions(trx, { userId: actor.userId, except: actor.sessionId, at })
    await queueEmail(trx, deps, { to: actor.email, ...passwordChangedEmail(actor) })
    await audit(trx, actor, { at, action: 'account.password-changed', subject: `user:${actor.userId}` })
  })
}

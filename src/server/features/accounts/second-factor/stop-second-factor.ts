import type { Actor } from '../../../actor.ts'
import { audit } from '../../../audit.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { queueEmail } from '../../emails/queue-email.ts'
import { secondFactorDisabledEmail } from '../emails.ts'
import { changeOwnAccount } from '../locked-account.ts'
import { verifyCurrentPassword } from '../passwords/verify-current-password.ts'
import { removeSecondFactor } from '../queries.ts'
import { requireSameSecret, requireSecondFactor } from './verify-second-factor.ts'

/** Disables the caller's second factor, given password and code. */
export async function stopSecondFactor(
  deps: Pick<Deps, 'db' | 'keys' | 'now' | 'queue'> & WithConfig<'publicUrl'>,
  actor: Actor,
  input: { currentPassword: string; code: string },
): Promise<void> {
  const proven = await verifyCurrentPassword(deps, actor, input)
  const factor = await requireSecondFactor(deps, actor, { owner: { ...actor, id: actor.userId }, code: input.code })
  await changeOwnAccount(deps, { actor, proven }, async (trx) => {
    await requireSameSecret(trx, actor.userId, factor)
    const at = deps.now()
    await removeSecondFactor(trx, actor.userId)
    await queueEmail(trx, deps, { to: actor.email, ...secondFactorDisabledEmail(actor) })
    await audit(trx, actor, { at, action: 'account.second-factor-off', subject: `user:${actor.userId}` })
  })
}

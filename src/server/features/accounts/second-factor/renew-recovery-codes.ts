import type { RecoveryCodes } from '#contract/second-factor.ts'
import type { Actor } from '../../../actor.ts'
import { audit } from '../../../audit.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { changeOwnAccount } from '../locked-account.ts'
import { verifyCurrentPassword } from '../passwords/verify-current-password.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { requireSameSecret, requireSecondFactor } from './verify-second-factor.ts'

/** Replaces the recovery codes with new ones. */
export async function renewRecoveryCodes(
  deps: Pick<Deps, 'db' | 'keys' | 'now' | 'queue'> & WithConfig<'publicUrl'>,
  actor: Actor,
  input: { currentPassword: string; code: string },
): Promise<RecoveryCodes> {
  const proven = await verifyCurrentPassword(deps, actor, input)
  const factor = await requireSecondFactor(deps, actor, { owner: { ...actor, id: actor.userId }, code: input.code })
  return changeOwnAccount(deps, { actor, proven }, async (trx) => {
    await requireSameSecret(trx, actor.userId, factor)
    const recoveryCodes = await replaceRecoveryCodes(trx, deps, actor.userId)
    const entry = { at: deps.now(), action: 'account.recovery-codes-renewed', subject: `user:${actor.userId}` }
    await audit(trx, actor, entry)
    return { recoveryCodes }
  })
}

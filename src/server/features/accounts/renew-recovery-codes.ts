import type { RecoveryCodes } from '#contract/second-factor.ts'
import type { Actor } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { proveSecondFactor, refuseOtherFactor } from './check-second-factor.ts'
import { inOwnAccount } from './own-account.ts'
import { proveCurrentPassword } from './prove-current-password.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'

/** Ten new recovery codes; those before are void. */
export async function renewRecoveryCodes(
  deps: Pick<Deps, 'db' | 'keys' | 'now' | 'queue'>,
  actor: Actor,
  input: { currentPassword: string; code: string },
): Promise<RecoveryCodes> {
  const proven = await proveCurrentPassword(deps, actor, input)
  const factor = await proveSecondFactor(deps, actor, { owner: { ...actor, id: actor.userId }, code: input.code })
  return inOwnAccount(deps, { actor, proven }, async (trx) => {
    await refuseOtherFactor(trx, actor.userId, factor)
    const recoveryCodes = await replaceRecoveryCodes(trx, deps, actor.userId)
    const entry = { at: deps.now(), action: 'account.recovery-codes-renewed', subject: `user:${actor.userId}` }
    await audit(trx, actor, entry)
    return { recoveryCodes }
  })
}

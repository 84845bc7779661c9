import type { Actor } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { postLetter } from '../letters/post-letter.ts'
import { proveSecondFactor, refuseOtherFactor } from './check-second-factor.ts'
import { factorOffLetter } from './letters.ts'
import { inOwnAccount } from './own-account.ts'
import { proveCurrentPassword } from './prove-current-password.ts'
import { removeSecondFactor } from './queries.ts'

/** Switches a person's own second factor off, given their password and a code of it. */
export async function stopSecondFactor(
  deps: Pick<Deps, 'db' | 'keys' | 'now' | 'queue'>,
  actor: Actor,
  input: { currentPassword: string; code: string },
): Promise<void> {
  const proven = await proveCurrentPassword(deps, actor, input)
  const factor = await proveSecondFactor(deps, actor, { owner: { ...actor, id: actor.userId }, code: input.code })
  await inOwnAccount(deps, { actor, proven }, async (trx) => {
    await refuseOtherFactor(trx, actor.userId, factor)
    const at = deps.now()
    await removeSecondFactor(trx, actor.userId)
    await postLetter(trx, deps, { to: actor.email, ...factorOffLetter(actor) })
    await audit(trx, actor, { at, action: 'account.second-factor-off', subject: `user:${actor.userId}` })
  })
}

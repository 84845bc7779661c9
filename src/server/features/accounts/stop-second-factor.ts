import type { Actor } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { postLetter } from '../letters/post-letter.ts'
import { proveSecondFactor } from './check-second-factor.ts'
import { factorOffLetter } from './letters.ts'
import { proveCurrentPassword } from './prove-current-password.ts'
import { removeSecondFactor } from './queries.ts'

/** Switches somebody's own second factor off, given his password and a code of it. */
export async function stopSecondFactor(
  deps: Pick<Deps, 'db' | 'keys' | 'now' | 'queue'>,
  actor: Actor,
  input: { currentPassword: string; code: string },
): Promise<void> {
  await proveCurrentPassword(deps, actor, input)
  await proveSecondFactor(deps, actor, { owner: { ...actor, id: actor.userId }, code: input.code })
  await deps.db.transaction().execute(async (trx) => {
    const at = deps.now()
    if (!(await removeSecondFactor(trx, actor.userId))) return
    await postLetter(trx, deps, { to: actor.email, ...factorOffLetter(actor) })
    await audit(trx, actor, { at, action: 'account.second-factor-off', subject: `user:${actor.userId}` })
  })
}

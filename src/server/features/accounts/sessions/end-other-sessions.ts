import type { Actor } from '../../../actor.ts'
import { audit } from '../../../audit.ts'
import type { Deps } from '../../../deps.ts'
import { changeOwnAccount } from '../locked-account.ts'
import { endSessions } from '../queries.ts'

/** Ends all sessions of the caller except the current one. */
export async function endOtherSessions(deps: Pick<Deps, 'db' | 'now'>, actor: Actor): Promise<void> {
  const at = deps.now()
  await changeOwnAccount(deps, { actor }, async (trx) => {
    await endSessions(trx, { userId: actor.userId, except: actor.sessionId, at })
    await audit(trx, actor, { at, action: 'session.others-ended', subject: `user:${actor.userId}` })
  })
}

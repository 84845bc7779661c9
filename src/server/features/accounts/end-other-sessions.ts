import type { Actor } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { endSessions } from './queries.ts'

/** Ends every session of the person who asks, but the one he asks from. */
export async function endOtherSessions(deps: Pick<Deps, 'db' | 'now'>, actor: Actor): Promise<void> {
  const at = deps.now()
  await deps.db.transaction().execute(async (trx) => {
    await endSessions(trx, { userId: actor.userId, except: actor.sessionId, at })
    await audit(trx, actor, { at, action: 'session.others-ended', subject: `user:${actor.userId}` })
  })
}

import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../../actor.ts'
import { audit } from '../../../audit.ts'
import type { Deps } from '../../../deps.ts'
import { changeOwnAccount } from '../locked-account.ts'

/** Ends one session of the caller. */
export async function endSession(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { sessionId }: { sessionId: string },
): Promise<void> {
  const at = deps.now()
  await changeOwnAccount(deps, { actor }, async (trx) => {
    const ended = await trx
      .updateTable('sessions')
      .set({ endedAt: at })
      .where('id', '=', sessionId)
      .where('userId', '=', actor.userId)
      .where('endedAt', 'is', null)
      .executeTakeFirst()
    if (ended.numUpdatedRows === 0n) throw new AppError('not-found', 'This session was not found. It may have ended.')
    await audit(trx, actor, { at, action: 'session.ended', subject: `user:${actor.userId}` })
  })
}

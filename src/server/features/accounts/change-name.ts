import { z } from 'zod'
import type { ProfileData } from '#contract/accounts.ts'
import type { Actor } from '../../actor.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { getProfile } from './get-profile.ts'

/** Requests are found by their customer's name. A user may have very many requests, so a job updates them. */
export const reindexUserJob = defineJob({
  name: 'reindex-user',
  payload: z.object({ userId: z.string() }),
  subject: { of: ({ userId }) => userId, whileRunning: 'run-again' },
})

/**
 * Changes the caller's name. Idempotent. The user's version is not incremented: it guards decisions of staff against concurrent
 * decisions, and a new name must not prevent one.
 */
export async function changeName(
  deps: Pick<Deps, 'db' | 'now' | 'queue'>,
  actor: Actor,
  input: { fullName: string },
): Promise<ProfileData> {
  const fullName = input.fullName.trim().normalize('NFC')
  await deps.db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('users')
      .select('fullName')
      .where('id', '=', actor.userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (before.fullName === fullName) return
    await trx.updateTable('users').set({ fullName }).where('id', '=', actor.userId).execute()
    await deps.queue.enqueue(trx, reindexUserJob, { userId: actor.userId })
    await audit(trx, actor, {
      at: deps.now(),
      action: 'account.renamed',
      subject: `user:${actor.userId}`,
      before,
      after: { fullName },
    })
  })
  return getProfile(deps, { ...actor, fullName })
}

import { z } from 'zod'
import type { ProfileData } from '#contract/accounts.ts'
import type { Actor } from '../../actor.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { getProfile } from './get-profile.ts'

/** The search finds the requests of a person by their name. There may be a great many of them, so a job updates them. */
export const reindexUserJob = defineJob({
  name: 'reindex-user',
  payload: z.object({ userId: z.string() }),
  subject: { of: ({ userId }) => userId, whileRunning: 'run-again' },
})

/**
 * Changes the name of the caller; a repeat changes nothing. The version stays, because it protects what staff decide, and a
 * change of name must not prevent their decision.
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

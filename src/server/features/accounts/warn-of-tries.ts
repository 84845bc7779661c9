import { z } from 'zod'
import { SYSTEM } from '../../actor.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { postLetter } from '../letters/post-letter.ts'
import { manyTriesLetter } from './letters.ts'

/** Asked for unknown accounts too, under a made-up id: whoever guesses must not see the difference in time. */
export const warnOfTriesJob = defineJob({ name: 'warn-of-tries', payload: z.object({ userId: z.string() }) })

/** Tells the owner of an account that somebody has been guessing his password. */
export async function warnOfTries(
  deps: Pick<Deps, 'db' | 'queue' | 'now'>,
  { userId }: { userId: string },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const user = await trx.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
    if (!user?.confirmedAt) return
    await postLetter(trx, deps, { to: user.email, ...manyTriesLetter(user) })
    await audit(trx, SYSTEM, { at: deps.now(), action: 'account.login-paused', subject: `user:${user.id}` })
  })
}

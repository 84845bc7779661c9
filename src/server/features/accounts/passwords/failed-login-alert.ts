import { z } from 'zod'
import { SYSTEM } from '../../../actor.ts'
import { defineJob } from '../../../adapters/queue/queue.ts'
import { audit } from '../../../audit.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { queueEmail } from '../../emails/queue-email.ts'
import { failedLoginsEmail } from '../emails.ts'

/** Enqueued for unknown accounts, too, under a random id, so that timing reveals nothing. */
export const failedLoginAlertJob = defineJob({ name: 'failed-login-alert', payload: z.object({ userId: z.string() }) })

/** Emails the owner of an account that its password is being guessed. */
export async function sendFailedLoginAlert(
  deps: Pick<Deps, 'db' | 'queue' | 'now'> & WithConfig<'publicUrl'>,
  { userId }: { userId: string },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const user = await trx.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
    if (!user?.confirmedAt) return
    await queueEmail(trx, deps, { to: user.email, ...failedLoginsEmail(user) })
    await audit(trx, SYSTEM, { at: deps.now(), action: 'account.login-locked', subject: `user:${user.id}` })
  })
}

import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../actor.ts'
import type { StoredEmail } from '../../adapters/db/schema.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { requireStaff } from '../../require-staff.ts'
import { sendEmailJob } from './queue-email.ts'

/** Queues an undelivered email again; one that is waiting or sent is left alone. */
export async function retryEmail(
  deps: Pick<Deps, 'db' | 'now' | 'queue'>,
  actor: Actor,
  { letterId }: { letterId: string },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await requireStaff(trx, actor.userId)
    const email = await trx
      .selectFrom('letters')
      .select(['delivery', 'expiresAt', 'toEmail', 'subject'])
      .where('id', '=', letterId)
      .forUpdate()
      .executeTakeFirst()
    if (!email) throw new AppError('not-found', 'Letter not found')
    if (email.delivery === 'WAITING' || email.delivery === 'SENT') return
    if (!mayRetry(email, deps.now()))
      throw new AppError('conflict', 'The code in this letter is no longer good. Its reader can ask for a new one.')
    await trx
      .updateTable('letters')
      .set({ delivery: 'WAITING', sendTries: 0, unsureTries: 0, settledAt: null })
      .where('id', '=', letterId)
      .execute()
    await deps.queue.enqueue(trx, sendEmailJob, { letterId })
    const reader = await trx.selectFrom('users').select('id').where('email', '=', email.toEmail).executeTakeFirst()
    await audit(trx, actor, {
      at: deps.now(),
      action: 'letter.retried',
      subject: reader ? `user:${reader.id}` : `letter:${letterId}`,
      after: { letter: email.subject },
    })
  })
}

export const mayRetry = ({ delivery, expiresAt }: Pick<StoredEmail, 'delivery' | 'expiresAt'>, now: Date): boolean =>
  delivery === 'FAILED' && (expiresAt === null || expiresAt > now)

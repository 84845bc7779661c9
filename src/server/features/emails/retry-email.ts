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
      .selectFrom('emails')
      .select(['status', 'expiresAt', 'toEmail', 'subject'])
      .where('id', '=', letterId)
      .forUpdate()
      .executeTakeFirst()
    if (!email) throw new AppError('not-found', 'Letter not found')
    if (email.status === 'WAITING' || email.status === 'SENT') return
    if (!mayRetry(email, deps.now()))
      throw new AppError('conflict', 'The code in this letter is no longer good. Its reader can ask for a new one.')
    await trx
      .updateTable('emails')
      .set({ status: 'WAITING', attempts: 0, unknownAttempts: 0, settledAt: null })
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

export const mayRetry = ({ status, expiresAt }: Pick<StoredEmail, 'status' | 'expiresAt'>, now: Date): boolean =>
  status === 'FAILED' && (expiresAt === null || expiresAt > now)

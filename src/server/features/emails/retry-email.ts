import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../actor.ts'
import type { StoredEmail } from '../../adapters/db/schema.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { requireStaff } from '../../still-allowed.ts'
import { sendEmailJob } from './queue-email.ts'

/** Queues an undelivered email again; one that is waiting or sent is left alone. */
export async function retryEmail(
  deps: Pick<Deps, 'db' | 'now' | 'queue'>,
  actor: Actor,
  { emailId }: { emailId: string },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await requireStaff(trx, actor.userId)
    const email = await trx
      .selectFrom('emails')
      .select(['status', 'expiresAt', 'toEmail', 'subject'])
      .where('id', '=', emailId)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new AppError('not-found', 'Email not found'))
    if (email.status === 'WAITING' || email.status === 'SENT') return
    if (!canRetry(email, deps.now()))
      throw new AppError('conflict', 'The code in this email has expired. The recipient can request a new one.')
    await trx
      .updateTable('emails')
      .set({ status: 'WAITING', attempts: 0, unknownAttempts: 0, settledAt: null })
      .where('id', '=', emailId)
      .execute()
    await deps.queue.enqueue(trx, sendEmailJob, { emailId })
    const reader = await trx.selectFrom('users').select('id').where('email', '=', email.toEmail).executeTakeFirst()
    await audit(trx, actor, {
      at: deps.now(),
      action: 'email.retried',
      subject: reader ? `user:${reader.id}` : `email:${emailId}`,
      after: { email: email.subject },
    })
  })
}

export const canRetry = ({ status, expiresAt }: Pick<StoredEmail, 'status' | 'expiresAt'>, now: Date): boolean =>
  status === 'FAILED' && (expiresAt === null || expiresAt > now)

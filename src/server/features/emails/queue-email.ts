import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '../../adapters/db/schema.ts'
import { type EmailContent, renderEmail } from '../../adapters/email/template.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import type { Deps, WithConfig } from '../../deps.ts'

/** So many attempts take some hours: an outage of a mail server is over or noticed by then. */
export const SEND_ATTEMPTS_MAX = 12
/** The row counts its attempts; these extra ones are for attempts that ended with their process. */
const EXTRA_JOB_ATTEMPTS = 8

export const sendEmailJob = defineJob({
  name: 'send-email',
  payload: z.object({ emailId: z.string() }),
  lane: 'mail',
  retry: { attempts: SEND_ATTEMPTS_MAX + EXTRA_JOB_ATTEMPTS, firstDelaySeconds: 10 },
})

/** Queues an email inside the transaction of the change it reports. */
export async function queueEmail(
  trx: Database,
  deps: Pick<Deps, 'queue' | 'now'> & WithConfig<'publicUrl'>,
  email: EmailContent & { to: string; expiresInMs?: number },
): Promise<void> {
  if (email.expiresInMs !== undefined)
    await supersedeCodes(trx, { toEmail: email.to, subject: renderEmail(email, deps.config).subject, at: deps.now() })
  await queueEmails(trx, deps, [email])
}

/** The same for several, at most a hundred and without codes, in two statements. */
export async function queueEmails(
  trx: Database,
  deps: Pick<Deps, 'queue' | 'now'> & WithConfig<'publicUrl'>,
  emails: readonly (EmailContent & { to: string; expiresInMs?: number })[],
): Promise<void> {
  if (emails.length === 0) return
  const createdAt = deps.now()
  const rows = emails.map((email) => ({
    id: randomUUID(),
    toEmail: email.to,
    ...renderEmail(email, deps.config),
    pictureFileIds: JSON.stringify(email.pictureFileIds ?? []),
    createdAt,
    sentAt: null,
    expiresAt: email.expiresInMs === undefined ? null : new Date(createdAt.getTime() + email.expiresInMs),
  }))
  await trx.insertInto('emails').values(rows).execute()
  await deps.queue.enqueueAll(
    trx,
    sendEmailJob,
    rows.map(({ id }) => ({ emailId: id })),
  )
}

/** Unsent codes are invalid: they must not arrive after the valid one. */
async function supersedeCodes(
  trx: Database,
  { toEmail, subject, at }: { toEmail: string; subject: string; at: Date },
): Promise<void> {
  await trx
    .updateTable('emails')
    .set({ status: 'EXPIRED', settledAt: at, text: '', html: '' })
    .where('toEmail', '=', toEmail)
    .where('subject', '=', subject)
    .where('status', '=', 'WAITING')
    .where('expiresAt', 'is not', null)
    .execute()
}

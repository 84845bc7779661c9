import { randomUUID } from 'node:crypto'
import type { TestServer } from './test-server.ts'

type Options = { subject?: string; text?: string; reason?: string; failedAt?: Date; expiresAt?: Date }

/** Inserts an undelivered email to this address; returns its id. */
export async function createUndeliveredEmail(
  { deps }: TestServer,
  toEmail: string,
  options: Options = {},
): Promise<string> {
  const id = randomUUID()
  const at = options.failedAt ?? deps.now()
  const { subject = 'Your report is ready', text = 'It is ready.', expiresAt = null } = options
  await deps.db
    .insertInto('emails')
    .values({ id, toEmail, subject, text, html: `<p>${text}</p>`, createdAt: at, sentAt: null, expiresAt })
    .execute()
  const lastError = options.reason ?? 'The mail server said: 550 No such box'
  await deps.db
    .updateTable('emails')
    .set({ status: 'FAILED', attempts: 1, lastError, settledAt: at })
    .where('id', '=', id)
    .execute()
  return id
}

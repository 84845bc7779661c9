import type { StoredEmail } from '../../adapters/db/schema.ts'
import { type AttachedPicture, EmailError } from '../../adapters/email/transport.ts'
import type { Deps } from '../../deps.ts'
import { SEND_ATTEMPTS_MAX } from './queue-email.ts'

/** After so many attempts with an unknown outcome it is not sent again automatically. */
const UNKNOWN_ATTEMPTS_MAX = 2

type Sending = Pick<Deps, 'db' | 'storage' | 'mail' | 'now' | 'log'>
/** The pictures of maps are known above it. */
type ReadPictures = (deps: Pick<Deps, 'db' | 'storage'>, fileIds: readonly string[]) => Promise<AttachedPicture[]>

export const createSendEmail =
  (readPictures: ReadPictures) =>
  (deps: Sending, payload: { emailId: string }): Promise<void> =>
    sendEmail(deps, payload, readPictures)

/** Attempts to send a queued email once; retries have the same id. @throws when it should be retried. */
async function sendEmail(deps: Sending, { emailId }: { emailId: string }, readPictures: ReadPictures): Promise<void> {
  const email = await deps.db
    .selectFrom('emails')
    .selectAll()
    .where('id', '=', emailId)
    .where('status', '=', 'WAITING')
    .executeTakeFirst()
  if (!email) return
  if (email.expiresAt && email.expiresAt <= deps.now()) return markExpired(deps, email)
  if (email.attempts >= SEND_ATTEMPTS_MAX || email.unknownAttempts >= UNKNOWN_ATTEMPTS_MAX)
    return markFailed(deps, email, email.lastError ?? 'The server was stopped during each attempt to send it')

  // Until it ends, the outcome counts as unknown: a killed process reports nothing.
  const claimed = { ...email, attempts: email.attempts + 1, unknownAttempts: email.unknownAttempts + 1 }
  if (!(await claim(deps, email, claimed))) return
  try {
    const pictures = await readPictures(deps, email.pictureFileIds)
    await deps.mail.send({ ...email, to: email.toEmail, writtenAt: email.createdAt, pictures })
  } catch (error) {
    return recordFailure(deps, claimed, error)
  }
  await whilePending(deps, email)
    .set({ status: 'SENT', sentAt: deps.now(), settledAt: deps.now(), text: '', html: '' })
    .execute()
}

/** An email that was settled during an attempt (its code was replaced by a newer one, say) stays settled. */
const whilePending = ({ db }: Sending, { id }: Pick<StoredEmail, 'id'>) =>
  db.updateTable('emails').where('id', '=', id).where('status', '=', 'WAITING')

/** Only the newest attempt may record its outcome. */
const currentAttempt = (deps: Sending, email: StoredEmail) =>
  whilePending(deps, email).where('attempts', '=', email.attempts)

/** False when the email is no longer pending, or another job has claimed it since it was read. */
async function claim(deps: Sending, before: StoredEmail, { attempts, unknownAttempts }: StoredEmail): Promise<boolean> {
  const updated = await currentAttempt(deps, before).set({ attempts, unknownAttempts }).executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

async function recordFailure(deps: Sending, claimed: StoredEmail, error: unknown): Promise<void> {
  const kind = error instanceof EmailError ? error.kind : 'transient'
  const why = error instanceof EmailError ? error.message : "It could not be sent; the server's log says why"
  const email = kind === 'unknown' ? claimed : { ...claimed, unknownAttempts: claimed.unknownAttempts - 1 }
  const isLast = email.attempts >= SEND_ATTEMPTS_MAX || email.unknownAttempts >= UNKNOWN_ATTEMPTS_MAX
  if (kind === 'permanent' || isLast) return markFailed(deps, email, why)
  const { unknownAttempts } = email
  const recorded = await currentAttempt(deps, email).set({ unknownAttempts, lastError: why }).executeTakeFirst()
  if (recorded.numUpdatedRows > 0n) throw error
  deps.log.warn({ err: error, emailId: email.id }, 'email send failed; email already settled')
}

/** Marks it as failed; staff may send it again. */
async function markFailed(deps: Sending, email: StoredEmail, lastError: string): Promise<void> {
  deps.log.warn({ emailId: email.id, why: lastError }, 'email delivery failed permanently')
  await currentAttempt(deps, email)
    .set({ status: 'FAILED', lastError, unknownAttempts: email.unknownAttempts, settledAt: deps.now() })
    .execute()
}

/** Its code has expired. */
async function markExpired(deps: Sending, email: StoredEmail): Promise<void> {
  await currentAttempt(deps, email).set({ status: 'EXPIRED', settledAt: deps.now(), text: '', html: '' }).execute()
}

import type { StoredEmail } from '../../adapters/db/schema.ts'
import { EmailError } from '../../adapters/email/transport.ts'
import type { Deps } from '../../deps.ts'
import { SEND_ATTEMPTS_MAX } from './queue-email.ts'

/** After so many attempts with an unknown outcome it is not sent again automatically. */
const UNKNOWN_ATTEMPTS_MAX = 2

type Sending = Pick<Deps, 'db' | 'mail' | 'now' | 'log'>

/** Attempts to send an email of the emailFolder once; retries have the same id. @throws when it should be retried. */
export async function sendEmail(deps: Sending, { letterId }: { letterId: string }): Promise<void> {
  const email = await deps.db
    .selectFrom('emails')
    .selectAll()
    .where('id', '=', letterId)
    .where('status', '=', 'WAITING')
    .executeTakeFirst()
  if (!email) return
  if (email.expiresAt && email.expiresAt <= deps.now()) return expire(deps, email)
  if (email.attempts >= SEND_ATTEMPTS_MAX || email.unknownAttempts >= UNKNOWN_ATTEMPTS_MAX)
    return giveUp(deps, email, email.lastError ?? 'The server was stopped each time while it was being sent')

  // Until it ends, the outcome counts as unknown: a killed process reports nothing.
  const begun = { ...email, attempts: email.attempts + 1, unknownAttempts: email.unknownAttempts + 1 }
  if (!(await begin(deps, email, begun))) return
  try {
    await deps.mail.send({ ...email, to: email.toEmail, writtenAt: email.createdAt })
  } catch (error) {
    return noteFailure(deps, begun, error)
  }
  await whileWaiting(deps, email)
    .set({ status: 'SENT', sentAt: deps.now(), settledAt: deps.now(), text: '', html: '' })
    .execute()
}

/** What was settled during a try (its code replaced by a newer one, say) stays as it was settled. */
const whileWaiting = ({ db }: Sending, { id }: Pick<StoredEmail, 'id'>) =>
  db.updateTable('emails').where('id', '=', id).where('status', '=', 'WAITING')

/** For what only the newest try may say. */
const ofTry = (deps: Sending, email: StoredEmail) => whileWaiting(deps, email).where('attempts', '=', email.attempts)

/** False when the email no longer waits, or another job has claimed it since it was read. */
async function begin(deps: Sending, before: StoredEmail, { attempts, unknownAttempts }: StoredEmail): Promise<boolean> {
  const begun = await ofTry(deps, before).set({ attempts, unknownAttempts }).executeTakeFirst()
  return begun.numUpdatedRows > 0n
}

async function noteFailure(deps: Sending, begun: StoredEmail, error: unknown): Promise<void> {
  const kind = error instanceof EmailError ? error.kind : 'not-taken'
  const why =
    error instanceof EmailError ? error.message : 'It could not be handed over; the log of the server tells why'
  const email = kind === 'unsure' ? begun : { ...begun, unknownAttempts: begun.unknownAttempts - 1 }
  const isLast = email.attempts >= SEND_ATTEMPTS_MAX || email.unknownAttempts >= UNKNOWN_ATTEMPTS_MAX
  if (kind === 'refused' || isLast) return giveUp(deps, email, why)
  const { unknownAttempts } = email
  const noted = await ofTry(deps, email).set({ unknownAttempts, lastError: why }).executeTakeFirst()
  if (noted.numUpdatedRows > 0n) throw error
  deps.log.warn({ err: error, letterId: email.id }, 'email send failed; email already settled')
}

/** Marks it as failed; staff may send it again. */
async function giveUp(deps: Sending, email: StoredEmail, lastError: string): Promise<void> {
  deps.log.warn({ letterId: email.id, why: lastError }, 'email delivery failed permanently')
  await ofTry(deps, email)
    .set({ status: 'FAILED', lastError, unknownAttempts: email.unknownAttempts, settledAt: deps.now() })
    .execute()
}

/** Its code has expired. */
async function expire(deps: Sending, email: StoredEmail): Promise<void> {
  await ofTry(deps, email).set({ status: 'EXPIRED', settledAt: deps.now(), text: '', html: '' }).execute()
}

import type { StoredLetter } from '../../adapters/db/schema.ts'
import { MailFailure } from '../../adapters/mail/mail.ts'
import type { Deps } from '../../deps.ts'
import { SEND_TRIES } from './post-letter.ts'

/** After so many tries of which nobody knows whether they have brought the letter there, it is not sent by itself again. */
const UNSURE_TRIES_MAX = 2

type Sending = Pick<Deps, 'db' | 'mail' | 'now' | 'log'>

/** Tries to send a letter of the outbox once; a repeat carries the same id. @throws when it is to be tried again. */
export async function sendLetter(deps: Sending, { letterId }: { letterId: string }): Promise<void> {
  const letter = await deps.db
    .selectFrom('letters')
    .selectAll()
    .where('id', '=', letterId)
    .where('delivery', '=', 'WAITING')
    .executeTakeFirst()
  if (!letter) return
  if (letter.expiresAt && letter.expiresAt <= deps.now()) return expire(deps, letter)
  if (letter.sendTries >= SEND_TRIES || letter.unsureTries >= UNSURE_TRIES_MAX)
    return giveUp(deps, letter, letter.lastAnswer ?? 'The server was stopped each time while it was being sent')

  // Until its end is known it counts as one that nobody knows about: a process that is killed can't say.
  const begun = { ...letter, sendTries: letter.sendTries + 1, unsureTries: letter.unsureTries + 1 }
  if (!(await begin(deps, letter, begun))) return
  try {
    await deps.mail.send({ ...letter, to: letter.toEmail, writtenAt: letter.createdAt })
  } catch (error) {
    return noteFailure(deps, begun, error)
  }
  await whileWaiting(deps, letter)
    .set({ delivery: 'SENT', sentAt: deps.now(), settledAt: deps.now(), text: '', html: '' })
    .execute()
}

/** What was settled during a try (its code replaced by a newer one, say) stays as it was settled. */
const whileWaiting = ({ db }: Sending, { id }: Pick<StoredLetter, 'id'>) =>
  db.updateTable('letters').where('id', '=', id).where('delivery', '=', 'WAITING')

/** For what only the newest try may say. */
const ofTry = (deps: Sending, letter: StoredLetter) =>
  whileWaiting(deps, letter).where('sendTries', '=', letter.sendTries)

/** False when the letter waits no longer, or another job has begun with it since it was read. */
async function begin(deps: Sending, before: StoredLetter, { sendTries, unsureTries }: StoredLetter): Promise<boolean> {
  const begun = await ofTry(deps, before).set({ sendTries, unsureTries }).executeTakeFirst()
  return begun.numUpdatedRows > 0n
}

async function noteFailure(deps: Sending, begun: StoredLetter, error: unknown): Promise<void> {
  const kind = error instanceof MailFailure ? error.kind : 'not-taken'
  const why =
    error instanceof MailFailure ? error.message : 'It could not be handed over; the log of the server tells why'
  const letter = kind === 'unsure' ? begun : { ...begun, unsureTries: begun.unsureTries - 1 }
  const isLast = letter.sendTries >= SEND_TRIES || letter.unsureTries >= UNSURE_TRIES_MAX
  if (kind === 'refused' || isLast) return giveUp(deps, letter, why)
  const { unsureTries } = letter
  const noted = await ofTry(deps, letter).set({ unsureTries, lastAnswer: why }).executeTakeFirst()
  if (noted.numUpdatedRows > 0n) throw error
  deps.log.warn({ err: error, letterId: letter.id }, 'a letter could not be sent, and need not be any more')
}

/** Lays it aside for staff, who may send it again. */
async function giveUp(deps: Sending, letter: StoredLetter, lastAnswer: string): Promise<void> {
  deps.log.warn({ letterId: letter.id, why: lastAnswer }, 'a letter was given up')
  await ofTry(deps, letter)
    .set({ delivery: 'FAILED', lastAnswer, unsureTries: letter.unsureTries, settledAt: deps.now() })
    .execute()
}

/** What is in it is good for nothing any more. */
async function expire(deps: Sending, letter: StoredLetter): Promise<void> {
  await ofTry(deps, letter).set({ delivery: 'EXPIRED', settledAt: deps.now(), text: '', html: '' }).execute()
}

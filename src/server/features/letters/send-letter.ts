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
  await noteTries(deps, begun)
  try {
    await deps.mail.send({ ...letter, to: letter.toEmail, writtenAt: letter.createdAt })
  } catch (error) {
    return noteFailure(deps, begun, error)
  }
  await deps.db
    .updateTable('letters')
    .set({ delivery: 'SENT', sentAt: deps.now(), settledAt: deps.now(), text: '', html: '' })
    .where('id', '=', letterId)
    .execute()
}

async function noteFailure(deps: Sending, begun: StoredLetter, error: unknown): Promise<void> {
  const kind = error instanceof MailFailure ? error.kind : 'not-taken'
  const why =
    error instanceof MailFailure ? error.message : 'It could not be handed over; the log of the server tells why'
  const letter = kind === 'unsure' ? begun : { ...begun, unsureTries: begun.unsureTries - 1 }
  const isLast = letter.sendTries >= SEND_TRIES || letter.unsureTries >= UNSURE_TRIES_MAX
  if (kind === 'refused' || isLast) return giveUp(deps, letter, why)
  await noteTries(deps, { ...letter, lastAnswer: why })
  throw error
}

const noteTries = (deps: Sending, { id, sendTries, unsureTries, lastAnswer }: StoredLetter) =>
  deps.db.updateTable('letters').set({ sendTries, unsureTries, lastAnswer }).where('id', '=', id).execute()

/** Lays it aside for staff, who may send it again. */
async function giveUp(deps: Sending, { id, unsureTries }: StoredLetter, lastAnswer: string): Promise<void> {
  deps.log.warn({ letterId: id, why: lastAnswer }, 'a letter was given up')
  await deps.db
    .updateTable('letters')
    .set({ delivery: 'FAILED', lastAnswer, unsureTries, settledAt: deps.now() })
    .where('id', '=', id)
    .execute()
}

/** What is in it is good for nothing any more. */
async function expire(deps: Sending, { id }: StoredLetter): Promise<void> {
  await deps.db
    .updateTable('letters')
    .set({ delivery: 'EXPIRED', settledAt: deps.now(), text: '', html: '' })
    .where('id', '=', id)
    .execute()
}

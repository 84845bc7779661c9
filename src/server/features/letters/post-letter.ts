import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Schema } from '../../adapters/db/schema.ts'
import { type Letter, renderLetter } from '../../adapters/mail/letter.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import type { Deps } from '../../deps.ts'

/** A letter is tried so often within some hours: an outage of a mail server is over by then, or somebody has seen it. */
export const SEND_TRIES = 12
/** The letter counts its tries itself; these are for those that ended with their process. */
const SPARE_TRIES = 8

export const sendLetterJob = defineJob({
  name: 'send-letter',
  payload: z.object({ letterId: z.string() }),
  lane: 'mail',
  retry: { tries: SEND_TRIES + SPARE_TRIES, firstRestSeconds: 10 },
})

/** Puts a letter into the outbox, inside the transaction of the change that it tells of. */
export async function postLetter(
  trx: Kysely<Schema>,
  deps: Pick<Deps, 'queue' | 'now'>,
  letter: Letter & { to: string; goodForMs?: number },
): Promise<void> {
  const letterId = randomUUID()
  const { subject, text, html } = renderLetter(letter)
  const createdAt = deps.now()
  if (letter.goodForMs !== undefined) await replaceCodes(trx, { toEmail: letter.to, subject, at: createdAt })
  const expiresAt = letter.goodForMs === undefined ? null : new Date(createdAt.getTime() + letter.goodForMs)
  await trx
    .insertInto('letters')
    .values({ id: letterId, toEmail: letter.to, subject, text, html, createdAt, sentAt: null, expiresAt })
    .execute()
  await deps.queue.enqueue(trx, sendLetterJob, { letterId })
}

/** Codes that have not left yet are void: they must not arrive after the one that is good. */
async function replaceCodes(
  trx: Kysely<Schema>,
  { toEmail, subject, at }: { toEmail: string; subject: string; at: Date },
): Promise<void> {
  await trx
    .updateTable('letters')
    .set({ delivery: 'EXPIRED', settledAt: at, text: '', html: '' })
    .where('toEmail', '=', toEmail)
    .where('subject', '=', subject)
    .where('delivery', '=', 'WAITING')
    .where('expiresAt', 'is not', null)
    .execute()
}

import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Schema } from '../../adapters/db/schema.ts'
import { type Letter, renderLetter } from '../../adapters/mail/letter.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import type { Deps } from '../../deps.ts'

export const sendLetterJob = defineJob({ name: 'send-letter', payload: z.object({ letterId: z.string() }) })

/** Puts a letter into the outbox, inside the transaction of the change that it tells of. */
export async function postLetter(
  trx: Kysely<Schema>,
  deps: Pick<Deps, 'queue' | 'now'>,
  letter: Letter & { to: string },
): Promise<void> {
  const letterId = randomUUID()
  const { subject, text, html } = renderLetter(letter)
  await trx
    .insertInto('letters')
    .values({ id: letterId, toEmail: letter.to, subject, text, html, createdAt: deps.now(), sentAt: null })
    .execute()
  await deps.queue.enqueue(trx, sendLetterJob, { letterId })
}

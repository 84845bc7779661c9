import { randomUUID } from 'node:crypto'
import type { BodyOf } from '#contract/api.ts'
import { brand } from '#domain/brand.ts'
import type { Caller } from '../../actor.ts'
import { addressBlock } from '../../address-block.ts'
import type { Deps } from '../../deps.ts'
import { takeHit, tooMany } from '../../limits.ts'
import { postLetter } from '../letters/post-letter.ts'
import { contactLetter } from './letters.ts'

const LIMITS = [
  { max: 3, windowSeconds: 600 },
  { max: 10, windowSeconds: 86_400 },
]

/** Keeps a visitor's message and mails it to the company. What fills in the trap is dropped, with the same answer. */
export async function sendMessage(
  deps: Pick<Deps, 'db' | 'now' | 'queue'>,
  caller: Caller,
  { name, email, message, website }: BodyOf<'sendMessage'>,
): Promise<void> {
  if (website !== '') return
  await deps.db.transaction().execute(async (trx) => {
    const now = deps.now()
    const waitSeconds = await takeHit(trx, `message:${addressBlock(caller.address)}`, { limits: LIMITS, now })
    if (waitSeconds > 0) throw tooMany(`Too many messages. Write to ${brand.contactEmail} instead.`, waitSeconds)
    const id = randomUUID()
    await trx.insertInto('messages').values({ id, name, email: email.trim(), message, createdAt: now }).execute()
    await postLetter(trx, deps, {
      to: brand.contactEmail,
      ...contactLetter({ name, email: email.trim(), text: message }),
    })
  })
}

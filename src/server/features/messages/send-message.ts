import { randomUUID } from 'node:crypto'
import type { BodyOf } from '#contract/api.ts'
import { brand } from '#domain/brand.ts'
import type { Caller } from '../../actor.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { ipPrefix } from '../../rate-limits/ip-prefix.ts'
import { consumeRateLimit, tooManyRequests } from '../../rate-limits/sliding-window.ts'
import { queueEmail } from '../emails/queue-email.ts'
import { contactMessageEmail } from './emails.ts'

const LIMITS = [
  { max: 3, windowSeconds: 600 },
  { max: 10, windowSeconds: 86_400 },
]

/** Saves a visitor's message and emails it to the company. A message that fills in the honeypot field is dropped, with the same response. */
export async function sendMessage(
  deps: Pick<Deps, 'db' | 'now' | 'queue'> & WithConfig<'publicUrl'>,
  caller: Caller,
  { name, email, message, website }: BodyOf<'sendMessage'>,
): Promise<void> {
  if (website !== '') return
  await deps.db.transaction().execute(async (trx) => {
    const now = deps.now()
    const waitSeconds = await consumeRateLimit(trx, `message:${ipPrefix(caller.address)}`, { limits: LIMITS, now })
    if (waitSeconds > 0)
      throw tooManyRequests(`Too many messages. Write to ${brand.contactEmail} instead.`, waitSeconds)
    const id = randomUUID()
    await trx.insertInto('messages').values({ id, name, email: email.trim(), message, createdAt: now }).execute()
    await queueEmail(trx, deps, {
      to: brand.contactEmail,
      ...contactMessageEmail({ name, email: email.trim(), text: message }),
    })
  })
}

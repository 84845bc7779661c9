import type { Kysely } from 'kysely'
import { STAFF_EMAILS_AT_ONCE } from '#domain/rate-limits.ts'
import type { Schema } from '../../adapters/db/schema.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { consumeRateLimit } from '../../rate-limits/sliding-window.ts'
import { queueEmails } from '../emails/queue-email.ts'
import { addNotices } from './add-notices.ts'
import { choiceOf } from './email-choices.ts'
import { type StaffNews, staffEmail } from './emails.ts'

/** Only so many members of staff are told. */
const STAFF_MAX = 100

/**
 * Tells the approved staff, once they have chosen a password of their own, of what waits for them, inside the transaction of the change: each by a notice and, as they chose,
 * by an email at once or in the daily one. When there are too many emails at once, the rest waits for the daily one, too.
 */
export async function notifyStaff(
  trx: Kysely<Schema>,
  deps: Pick<Deps, 'queue' | 'now'> & WithConfig<'publicUrl' | 'limitFactor'>,
  about: StaffNews,
): Promise<void> {
  const { kind } = about.content
  const staff = await trx
    .selectFrom('users')
    .select(['id', 'email', 'fullName', choiceOf(kind).as('choice')])
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'APPROVED')
    .where('mustChangePassword', '=', false)
    .orderBy('id')
    .limit(STAFF_MAX)
    .execute()
  const wanted = staff.filter(({ choice }) => choice === 'AT_ONCE')
  const { max, windowSeconds } = STAFF_EMAILS_AT_ONCE
  const limits = { limits: [{ max: max * deps.config.limitFactor, windowSeconds }], now: deps.now() }
  const isTooMany = wanted.length > 0 && (await consumeRateLimit(trx, `staff-emails:${kind}`, limits)) > 0
  const people = staff.map(({ id, choice }) => ({
    id,
    inDailyEmail: choice === 'DAILY' || (choice === 'AT_ONCE' && isTooMany),
  }))
  await addNotices(trx, deps, { ...about, people })
  if (isTooMany) return
  const emails = wanted.map((person) => ({ to: person.email, ...staffEmail(person, about) }))
  await queueEmails(trx, deps, emails)
}

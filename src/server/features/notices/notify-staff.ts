import { sql } from 'kysely'
import { NOTICES_PER_CUSTOMER_MAX } from '#domain/notices.ts'
import { STAFF_EMAILS_AT_ONCE } from '#domain/rate-limits.ts'
import type { Database } from '../../adapters/db/schema.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { consumeRateLimit, scaled } from '../../rate-limits/sliding-window.ts'
import { queueEmails } from '../emails/queue-email.ts'
import { addNotices } from './add-notices.ts'
import { choiceOf } from './email-choices.ts'
import { type StaffNews, staffEmail } from './emails.ts'

/** Only so many members of staff are told. */
const STAFF_MAX = 100

/**
 * Tells the approved staff, once they have chosen their own password, of what is waiting for them, inside the transaction of
 * the change: each by a notice and, as they chose, by an email at once or in the daily one. When there are too many emails at
 * once, the rest waits for the daily one, too.
 */
export async function notifyStaff(
  trx: Database,
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
  const limits = { limits: [scaled(STAFF_EMAILS_AT_ONCE, deps.config)], now: deps.now() }
  const isTooMany = wanted.length > 0 && (await consumeRateLimit(trx, `staff-emails:${kind}`, limits)) > 0
  const people = staff.map(({ id, choice }) => ({
    id,
    inDailyEmail: choice === 'DAILY' || (choice === 'AT_ONCE' && isTooMany),
  }))
  await addNotices(trx, deps, { ...about, people })
  if (kind === 'new-request' && people.length > 0) await dropOldestOfCustomer(trx, { ...about, people })
  if (isTooMany) return
  const emails = wanted.map((person) => ({ to: person.email, ...staffEmail(person, about) }))
  await queueEmails(trx, deps, emails)
}

/** Rows that another transaction drops are skipped. */
const dropOldestOfCustomer = (
  trx: Database,
  { subject, people }: { subject: string; people: readonly { id: string }[] },
) =>
  sql`delete from notices where id in (
    select old.id from users as person
    cross join lateral (
      select id from notices
      where user_id = person.id and kind = 'new-request' and subject in (
        select 'analysis:' || other.id from analyses as this
        join analyses as other on other.account_id = this.account_id
        where this.id = ${subject.replace(/^analysis:/, '')}
      )
      order by created_at desc, id desc offset ${NOTICES_PER_CUSTOMER_MAX}
    ) as beyond
    join notices as old on old.id = beyond.id
    where person.id in (${sql.join(people.map(({ id }) => id))})
    for update of old skip locked
  )`.execute(trx)

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { NOTICES_MAX, type NoticeContent } from '#domain/notices.ts'
import type { Database } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'

/** Its subject is `analysis:<id>` or `user:<id>`. */
export type About = { subject: string; content: NoticeContent }

type Recipient = { id: string; inDailyEmail?: boolean }

/** Adds the same notice for each of these people, at most a hundred, inside the transaction of the change it reports. */
export async function addNotices(
  trx: Database,
  { now }: Pick<Deps, 'now'>,
  { people, subject, content: { kind, ...facts } }: About & { people: readonly Recipient[] },
): Promise<void> {
  if (people.length === 0) return
  const notice = { kind, subject, facts: JSON.stringify(facts), createdAt: now() }
  await trx
    .insertInto('notices')
    .values(people.map(({ id, inDailyEmail = false }) => ({ id: randomUUID(), userId: id, ...notice, inDailyEmail })))
    .execute()
  await dropOldest(
    trx,
    people.map(({ id }) => id),
  )
}

/** So that nothing can fill the list of a person without end. Rows that another transaction drops are skipped. */
const dropOldest = (trx: Database, userIds: readonly string[]) =>
  sql`delete from notices where id in (
    select old.id from users as person
    cross join lateral (
      select created_at, id from notices where user_id = person.id
      order by created_at desc, id desc offset ${NOTICES_MAX - 1} limit 1
    ) as last
    join notices as old on old.user_id = person.id and (old.created_at, old.id) < (last.created_at, last.id)
    where person.id in (${sql.join([...userIds])})
    for update of old skip locked
  )`.execute(trx)

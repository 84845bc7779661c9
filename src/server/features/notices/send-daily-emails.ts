import { z } from 'zod'
import { DAILY_EMAIL_HOUR_UTC, type NoticeContent, STAFF_NOTICES } from '#domain/notices.ts'
import { type Attempt, defineJob } from '../../adapters/queue/queue.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { BATCH_ROWS, cursorAfter, inBatches } from '../../lists/in-batches.ts'
import { queueEmail } from '../emails/queue-email.ts'
import { choiceOf } from './email-choices.ts'
import { dailyEmail, type StaffNews } from './emails.ts'

type DailyDeps = Pick<Deps, 'db' | 'now' | 'queue'> & WithConfig<'publicUrl'>

export const sendDailyEmailsJob = defineJob({
  name: 'send-daily-emails',
  payload: z.object({}),
  schedule: `0 ${DAILY_EMAIL_HOUR_UTC} * * *`,
})

/** The daily email of each member of staff for whom something new waits. */
export const sendDailyEmails = (
  deps: DailyDeps,
  _payload: object,
  { signal }: Pick<Attempt, 'signal'>,
): Promise<void> =>
  inBatches(
    '',
    async (last) => {
      const people = await deps.db
        .selectFrom('notices')
        .select('userId')
        .distinct()
        .where('inDailyEmail', '=', true)
        .where('userId', '>', last)
        .orderBy('userId')
        .limit(BATCH_ROWS)
        .execute()
      for (const { userId } of people) {
        signal.throwIfAborted()
        await sendDailyEmail(deps, userId)
      }
      return cursorAfter(people)?.userId
    },
    signal,
  )

/** One transaction takes the notices and queues their email, so each is in one email, however often and wherever this runs. */
const sendDailyEmail = (deps: DailyDeps, userId: string): Promise<void> =>
  deps.db.transaction().execute(async (trx) => {
    const taken = await trx
      .updateTable('notices')
      .set({ inDailyEmail: false })
      .where('userId', '=', userId)
      .where('inDailyEmail', '=', true)
      .returning(['id', 'kind', 'subject', 'facts', 'createdAt'])
      .execute()
    const person = await trx
      .selectFrom('users')
      .select(['email', 'fullName', choiceOf('new-user').as('users'), choiceOf('new-request').as('requests')])
      .where('id', '=', userId)
      .where('role', '=', 'ADMIN')
      .where('status', '=', 'APPROVED')
      .where('mustChangePassword', '=', false)
      .executeTakeFirst()
    if (!person) return
    const news = taken
      .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.id.localeCompare(a.id))
      .map(({ kind, subject, facts }) => ({ subject, content: { kind, ...facts } as NoticeContent }))
      .filter(isForStaff)
      .filter(({ content }) => (content.kind === 'new-user' ? person.users : person.requests) !== 'OFF')
    if (news.length === 0) return
    await queueEmail(trx, deps, { to: person.email, ...dailyEmail(person, news) })
  })

const isForStaff = (about: { subject: string; content: NoticeContent }): about is StaffNews =>
  STAFF_NOTICES.some((kind) => kind === about.content.kind)

import { sql } from 'kysely'
import type { QueryOf, ReplyOf } from '#contract/api.ts'
import { days } from '#domain/units.ts'
import type { Deps } from '../../deps.ts'
import { countUpTo } from '../../lists/bounded-count.ts'
import { readPageRequest, rejectDeepOffset, toPage } from '../../lists/cursor.ts'
import { canRetry } from './retry-email.ts'

/** So long staff see what did not arrive, and may send it again. Then it is purged, as all that was sent. */
export const SETTLED_EMAILS_LIFE_MS = days(30)

/** Undelivered emails, latest first. Their content is never returned: it may hold codes. */
export async function listUndeliveredEmails(
  deps: Pick<Deps, 'db' | 'now'>,
  query: QueryOf<'listUndeliveredEmails'>,
): Promise<ReplyOf<'listUndeliveredEmails'>> {
  const now = deps.now()
  const { place, skip, limit } = readPageRequest(query)
  const undelivered = deps.db
    .selectFrom('emails')
    .where('emails.status', 'in', ['FAILED', 'EXPIRED'])
    .where('settledAt', '>', new Date(now.getTime() - SETTLED_EMAILS_LIFE_MS))
  const count = await countUpTo(deps.db, undelivered.select(sql`1`.as('one')))
  rejectDeepOffset(skip, count)

  let rows = undelivered
    .leftJoin('users', 'users.email', 'emails.toEmail')
    .select(['emails.id', 'toEmail', 'subject', 'emails.createdAt', 'settledAt', 'lastError', 'attempts'])
    .select(['emails.status', 'expiresAt', 'users.fullName'])
    .orderBy('settledAt', 'desc')
    .orderBy('emails.id', 'desc')
    .limit(limit)
    .offset(skip)
  if (place) rows = rows.where(sql<boolean>`(settled_at, emails.id) < (${place.at}, ${place.id})`)
  const settledAt = (row: { settledAt: Date | null }) => row.settledAt ?? now
  const page = toPage(await rows.execute(), query.pageSize, (row) => ({ at: settledAt(row), id: row.id }))
  const data = page.rows.map((row) => ({
    emailId: row.id,
    to: row.toEmail,
    fullName: row.fullName,
    subject: row.subject,
    createdTime: row.createdAt.toISOString(),
    failedTime: settledAt(row).toISOString(),
    reason: reasonOf(row),
    attempts: row.attempts,
    canRetry: canRetry(row, now),
  }))
  return { data, ...count, next: page.next }
}

function reasonOf({ status, lastError }: { status: string; lastError: string | null }): string {
  if (status === 'FAILED') return lastError ?? ''
  return ['Its code expired before it could be sent.', ...(lastError ? [lastError] : [])].join(' ')
}

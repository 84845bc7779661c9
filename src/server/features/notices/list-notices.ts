import { sql } from 'kysely'
import type { QueryOf, ReplyOf } from '#contract/api.ts'
import { type NoticeContent, wordsOf } from '#domain/notices.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { countUpTo } from '../../lists/bounded-count.ts'
import { readPageRequest, rejectDeepOffset, toPage } from '../../lists/cursor.ts'
import { olderThan, visibleNotices } from './visible.ts'

/** The caller's own notices, newest first. */
export async function listNotices(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  query: QueryOf<'listNotices'>,
): Promise<ReplyOf<'listNotices'>> {
  const { place, skip, limit } = readPageRequest(query)
  const own = visibleNotices(db, actor)
  const count = await countUpTo(db, own.select(sql`1`.as('one')))
  rejectDeepOffset(skip, count)
  let rows = own.selectAll().orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(limit).offset(skip)
  if (place) rows = rows.where(olderThan(place))
  const page = toPage(await rows.execute(), query.pageSize, ({ createdAt, id }) => ({ at: createdAt, id }))
  const data = page.rows.map(({ id, kind, subject, facts, createdAt, readAt }) => ({
    noticeId: id,
    kind,
    subject,
    ...wordsOf({ kind, ...facts } as NoticeContent),
    time: createdAt.toISOString(),
    isRead: readAt !== null,
  }))
  return { data, ...count, next: page.next }
}

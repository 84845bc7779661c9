import { sql } from 'kysely'
import type { QueryOf, ReplyOf } from '#contract/api.ts'
import { visibleTo } from '../../access.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { countUpTo } from '../../lists/bounded-count.ts'
import { decodeCursor, rejectDeepOffset, toPage } from '../../lists/cursor.ts'
import type { DownloadDeps } from '../files/download-signing.ts'
import { filesOf } from '../files/queries.ts'
import { hasNewReport, inProject, presentForCustomer } from './queries.ts'

/** A customer's own requests, newest first. */
export async function listMyAnalyses(
  deps: Pick<Deps, 'db' | 'storage'> & DownloadDeps,
  actor: Actor,
  { from, pageSize, after }: QueryOf<'listMyAnalyses'>,
): Promise<ReplyOf<'listMyAnalyses'>> {
  const mine = deps.db.selectFrom('analyses').where(visibleTo(actor, 'analyses')).where('status', '<>', 'UPLOADING')
  const count = await countUpTo(deps.db, mine.select(sql`1`.as('one')))
  if (!after) rejectDeepOffset(from * pageSize, count)

  let rows = mine
    .selectAll()
    .select([...inProject, hasNewReport.as('hasNewReport')])
    .orderBy('submittedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
  if (after) {
    const { at, id } = decodeCursor(after)
    rows = rows.where(sql<boolean>`(submitted_at, id) < (${at}, ${id})`)
  } else {
    rows = rows.offset(from * pageSize)
  }
  const page = toPage(await rows.execute(), pageSize, ({ submittedAt: at, id }) => ({ at, id }))
  const files = await filesOf(deps.db, page.rows)
  const data = await Promise.all(
    page.rows.map((row) =>
      presentForCustomer(deps, row, { archive: files(row.id, 'ARCHIVE'), report: files(row.id, 'REPORT') }),
    ),
  )
  return { data, ...count, next: page.next }
}

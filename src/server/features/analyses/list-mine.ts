import { sql } from 'kysely'
import type { QueryOf, ReplyOf } from '#contract/api.ts'
import { visibleTo } from '../../access.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { countUpTo } from '../../lists/bounded-count.ts'
import { readPageRequest, rejectDeepOffset, toPage } from '../../lists/cursor.ts'
import type { DownloadDeps } from '../files/download-signing.ts'
import { filesOf } from '../files/queries.ts'
import { hasNewReport, inProject, presentForCustomer } from './queries.ts'

/** A customer's own requests, newest first. */
export async function listMyAnalyses(
  deps: Pick<Deps, 'db' | 'storage'> & DownloadDeps,
  actor: Actor,
  query: QueryOf<'listMyAnalyses'>,
): Promise<ReplyOf<'listMyAnalyses'>> {
  const { place, skip, limit } = readPageRequest(query)
  const mine = deps.db.selectFrom('analyses').where(visibleTo(actor, 'analyses')).where('status', '<>', 'UPLOADING')
  const count = await countUpTo(deps.db, mine.select(sql`1`.as('one')))
  rejectDeepOffset(skip, count)

  let rows = mine
    .selectAll()
    .select([...inProject, hasNewReport.as('hasNewReport')])
    .orderBy('submittedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(skip)
  if (place) rows = rows.where(sql<boolean>`(submitted_at, id) < (${place.at}, ${place.id})`)
  const page = toPage(await rows.execute(), query.pageSize, ({ submittedAt: at, id }) => ({ at, id }))
  const files = await filesOf(deps.db, page.rows)
  const data = await Promise.all(page.rows.map((row) => presentForCustomer(deps, row, files)))
  return { data, ...count, next: page.next }
}

import { sql } from 'kysely'
import type { QueryOf, ReplyOf } from '#contract/api.ts'
import { containsPattern, cutPage, decodeCursor, totalCount } from '../../cursor.ts'
import type { Deps } from '../../deps.ts'
import { filesOf, presentForStaff, selectWithUser } from './queries.ts'

/** All requests for staff, newest first; those of status `first` before all others. */
export async function listAllAnalyses(
  deps: Pick<Deps, 'db' | 'storage' | 'now'>,
  query: QueryOf<'listAllAnalyses'>,
): Promise<ReplyOf<'listAllAnalyses'>> {
  const { from, pageSize, after, first } = query
  const matching = matchAnalyses(deps, query.search?.trim())
  const { total } = await matching.clearSelect().select(totalCount).executeTakeFirstOrThrow()

  const lifted = sql<number>`(analyses.status = ${first ?? ''})::int`
  let rows = matching
    .select(lifted.as('rank'))
    .orderBy(lifted, 'desc')
    .orderBy('analyses.submittedAt', 'desc')
    .orderBy('analyses.id', 'desc')
    .limit(pageSize + 1)
  if (after) {
    const place = decodeCursor(after)
    rows = rows.where(
      sql<boolean>`(${lifted}, analyses.submitted_at, analyses.id) < (${place.rank}::int, ${place.at}, ${place.id})`,
    )
  } else {
    rows = rows.offset(from * pageSize)
  }
  const page = cutPage(await rows.execute(), pageSize, ({ rank, submittedAt: at, id }) => ({ rank, at, id }))
  const files = await filesOf(deps.db, page.rows)
  const data = await Promise.all(
    page.rows.map((row) =>
      presentForStaff(deps, row, { archive: files(row.id, 'ARCHIVE'), report: files(row.id, 'REPORT') }),
    ),
  )
  return { data, total, next: page.next }
}

function matchAnalyses(deps: Pick<Deps, 'db'>, search: string | undefined) {
  const visible = selectWithUser(deps.db).where('analyses.status', '<>', 'UPLOADING')
  if (!search) return visible
  const pattern = containsPattern(search)
  // Underscores of a project are shown as spaces, so a search for what is seen must find it.
  return visible.where((where) =>
    where.or([
      where('users.fullName', 'ilike', pattern),
      where('users.email', 'ilike', pattern),
      where(sql`replace(analyses.project_type, '_', ' ')`, 'ilike', containsPattern(search.replaceAll('_', ' '))),
      where.exists(
        where
          .selectFrom('files')
          .select('files.uploadId')
          .whereRef('files.analysisId', '=', 'analyses.id')
          .where('files.kind', '=', 'ARCHIVE')
          .where('files.fileName', 'ilike', pattern),
      ),
    ]),
  )
}

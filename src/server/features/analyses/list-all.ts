import { sql } from 'kysely'
import type { QueryOf, ReplyOf } from '#contract/api.ts'
import { VISIBLE_STATUSES, type VisibleStatus } from '#domain/analyses.ts'
import { searchWords } from '#domain/search.ts'
import type { Deps } from '../../deps.ts'
import { readPageRequest, toPage } from '../../lists/cursor.ts'
import { findNewest, inOrderOf, type List } from '../../lists/search.ts'
import { filesOf } from '../files/queries.ts'
import { presentForStaff, selectWithUser } from './queries.ts'

const VISIBLE = sql<boolean>`status <> 'UPLOADING'`

/** All requests for staff, newest first. Those with status `first` come before all others. */
export async function listAllAnalyses(
  deps: Pick<Deps, 'db' | 'storage' | 'now'>,
  { from, pageSize, after, first, search }: QueryOf<'listAllAnalyses'>,
): Promise<ReplyOf<'listAllAnalyses'>> {
  const { ids, ...count } = await findNewest(deps.db, {
    ...listOf({ first, search }),
    ...readPageRequest({ from, pageSize, after }),
  })
  const found = inOrderOf(
    ids,
    await selectWithUser(deps.db).where('analyses.id', '=', sql<string>`any(${ids}::text[])`).execute(),
  )
  const page = toPage(found, pageSize, ({ status, submittedAt: at, id }) => ({
    rank: status === first ? 1 : 0,
    at,
    id,
  }))
  const files = await filesOf(deps.db, page.rows)
  const data = await Promise.all(
    page.rows.map((row) =>
      presentForStaff(deps, row, { archive: files(row.id, 'ARCHIVE'), report: files(row.id, 'REPORT') }),
    ),
  )
  return { data, ...count, next: page.next }
}

type View = { first?: VisibleStatus | undefined; search?: string | undefined }

export const listOf = ({ first, search }: View): List => ({
  table: 'analyses',
  at: 'submittedAt',
  all: VISIBLE,
  parts: first ? partsOf(first) : [{ rank: 0, only: VISIBLE }],
  search: search?.trim()
    ? searchWords(search).map((word) => ({ kind: 'word', column: 'searchWords', ...word }))
    : undefined,
})

const partsOf = (first: VisibleStatus): List['parts'] =>
  VISIBLE_STATUSES.map((status) => ({
    rank: status === first ? 1 : 0,
    only: sql`status = ${sql.lit(status)}`,
    term: { kind: 'status', word: status, isPrefix: false },
  }))

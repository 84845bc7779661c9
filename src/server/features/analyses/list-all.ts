import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { QueryOf, ReplyOf } from '#contract/api.ts'
import { VISIBLE_STATUSES, type VisibleStatus } from '#domain/analyses.ts'
import { searchWords } from '#domain/search.ts'
import { PREPARED } from '../../adapters/db/pool.ts'
import type { Deps } from '../../deps.ts'
import { readPageRequest, toPage } from '../../lists/cursor.ts'
import { allOf, findNewest, hasWord, inOrderOf, type List, type Word } from '../../lists/search.ts'
import { filesOf } from '../files/queries.ts'
import { flightVerdictsOf } from './flight-verdicts.ts'
import { presentForStaff, selectWithUser } from './queries.ts'

/** All requests that match, for staff, newest first. Those with status `first` come before all others. */
export async function listAllAnalyses(
  deps: Pick<Deps, 'db' | 'storage' | 'now' | 'signedUrlMs'>,
  { from, pageSize, after, ...view }: QueryOf<'listAllAnalyses'>,
): Promise<ReplyOf<'listAllAnalyses'>> {
  const { ids, ...count } = await findNewest(deps.db, {
    ...listOf(view),
    ...readPageRequest({ from, pageSize, after }),
  })
  const rows = ids.map((id) => ({ id }))
  const [found, files, verdicts] = await Promise.all([
    inOrderOf(ids, () =>
      selectWithUser(deps.db)
        .modifyFront(PREPARED)
        .where('analyses.id', '=', sql<string>`any(${ids}::text[])`)
        .execute(),
    ),
    filesOf(deps.db, rows),
    flightVerdictsOf(deps.db, rows),
  ])
  const page = toPage(found, pageSize, ({ status, submittedAt: at, id }) => ({
    rank: status === view.first ? 1 : 0,
    at,
    id,
  }))
  const data = await Promise.all(page.rows.map((row) => presentForStaff(deps, row, { files, verdicts })))
  return { data, ...count, next: page.next }
}

type Filter = QueryOf<'countAnalyses'>
export type View = QueryOf<'exportAnalyses'>

export function listOf({ first, ...view }: View): List {
  const listed = allOf([sql`status <> 'UPLOADING'`, ...datesOf(view)])
  return {
    table: 'analyses',
    at: 'submittedAt',
    all: listed,
    parts: first
      ? VISIBLE_STATUSES.map((status) => partOf(view, { status, rank: status === first ? 1 : 0 }))
      : [{ rank: 0, only: listed }],
    search: termsOf(view),
  }
}

/** The requests of one status. */
export function listOfStatus(filter: Filter, status: VisibleStatus): List {
  const part = partOf(filter, { status, rank: 0 })
  return { table: 'analyses', at: 'submittedAt', all: part.only, parts: [part], search: termsOf(filter) }
}

const partOf = (filter: Filter, { status, rank }: { status: VisibleStatus; rank: 0 | 1 }): List['parts'][number] => ({
  rank,
  only: allOf([sql`status = ${sql.lit(status)}`, ...datesOf(filter)]),
  term: { kinds: ['status'], word: status, isPrefix: false },
})

const datesOf = ({ fromDate, toDate }: Filter) => [
  ...(fromDate ? [sql<boolean>`submitted_at >= ${new Date(fromDate)}`] : []),
  ...(toDate ? [sql<boolean>`submitted_at <= ${new Date(toDate)}`] : []),
]

/** Undefined without a filter and a search. A search without a word matches no request. */
function termsOf({ search, ...filter }: Filter & Pick<View, 'search'>): Word[] | undefined {
  const filters = filtersOf(filter)
  if (!search?.trim()) return filters.length > 0 ? filters : undefined
  const words = searchWords(search).map((word) => ({
    ...word,
    kinds: ['word'],
    matches: hasWord('searchWords', word),
  }))
  return words.length > 0 ? [...words, ...filters] : []
}

/** A project name may contain characters that are special in a query, so the index has its hash. */
function filtersOf({ project, assignee, userId }: Filter): Word[] {
  return [
    ...(project
      ? [whole('project', md5(named(project)), sql`replace(project_name, '_', ' ') = ${named(project)}`)]
      : []),
    ...(assignee
      ? [whole('assignee', assignee, assignee === NOBODY ? sql`assignee_id is null` : sql`assignee_id = ${assignee}`)]
      : []),
    ...(userId ? [whole('customer', userId, sql`account_id = ${userId}`)] : []),
  ]
}

const whole = (kind: string, word: string, matches: Word['matches']): Word => ({
  kinds: [kind],
  word,
  isPrefix: false,
  matches,
})

const NOBODY = 'nobody'
/** Screens show a space for each underscore, so both find a project. */
const named = (project: string): string => project.trim().normalize('NFC').replaceAll('_', ' ')
const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

/** The filter with the id of its reader instead of 'me'. */
export const forReader = <AnyFilter extends Filter>(filter: AnyFilter, reader: { userId: string }): AnyFilter =>
  filter.assignee === 'me' ? { ...filter, assignee: reader.userId } : filter

import { type RawBuilder, sql } from 'kysely'
import type { SearchWord } from '#domain/search.ts'
import type { Database } from '../adapters/db/schema.ts'
import { type Count, countUpTo } from './bounded-count.ts'
import { type Place, rejectDeepOffset } from './cursor.ts'

/** The maximum count of the matches of a search. */
const FOUND_MAX = 100
/** The maximum count that stands beside a list. */
const SHOWN_MAX = 1000
/** The number of newest rows from which a search estimates how rare its words are. */
const SAMPLE = 300
/** The number of newest rows that a search reads one by one if they are likely to fill the page. Otherwise it uses its index. */
const RECENT = 3000

type Condition = RawBuilder<boolean>
/** Part of a list, with an index in the order of the list. */
type Part = { rank: 0 | 1; only: Condition; term?: Term }

/** A term of the search index, which contains the terms of each row with its month; of any of these kinds. */
type Term = SearchWord & { kinds: readonly string[] }
/** A term that the rows must have, and the same as a condition. */
export type Word = Term & { matches: Condition }

export type List = {
  table: 'analyses' | 'users'
  at: 'submittedAt' | 'createdAt'
  /** The rows of the list. */
  all: Condition
  /** The same rows in parts. Those of rank 1 come first. */
  parts: readonly Part[]
  search: readonly Word[] | undefined
}

/** A page of a list: after `place`, or otherwise after `skip` rows. */
export type PageQuery = List & {
  place: Place | undefined
  skip: number
  limit: number
}

/** A search for matches of one rank. */
type RankSearch = { words: readonly Word[]; parts: readonly Part[]; limit: number }
type Estimate = { oldest: number; newest: number; found: number; wholeIsRare: boolean }

/** The number of rows, up to a limit. */
export async function countRows(db: Database, list: List): Promise<Count> {
  if (!list.search) return countUpTo(db, rowsIn(list), SHOWN_MAX)
  return countOf(await nextIds(db, { ...list, place: undefined, limit: FOUND_MAX + 1 }))
}

const rowsIn = ({ table, all }: List) => sql`select from ${sql.table(table)} where ${all}`

const countOf = ({ length }: readonly string[]): Count => ({
  total: Math.min(length, FOUND_MAX),
  isTotalExact: length <= FOUND_MAX,
})

/** The ids of one page, newest first. Its cost hardly depends on the number of rows, of pages before it, and of matches. */
export async function findNewest(db: Database, page: PageQuery): Promise<Count & { ids: string[] }> {
  const { search, place, skip, limit } = page
  if (search?.length === 0) return { ids: [], total: 0, isTotalExact: true }
  if (!search) {
    const counted = countUpTo(db, rowsIn(page))
    if (skip > 0) rejectDeepOffset(skip, await counted)
    const [count, ids] = await Promise.all([counted, readPage(db, page)])
    return { ids, ...count }
  }
  const first = await findMatches(db, { ...page, place: undefined }, FOUND_MAX + 1)
  const count = countOf(first)
  rejectDeepOffset(skip, count)
  const start = place ? first.indexOf(place.id) + 1 : skip
  const isInFirst = (!place || start > 0) && (count.isTotalExact || start + limit <= first.length)
  const ids = isInFirst ? first.slice(start) : (await findMatches(db, page, skip + limit)).slice(skip)
  return { ids: ids.slice(0, limit), ...count }
}

/** The ids of at most `limit` rows after the place, without a count. */
export async function nextIds(db: Database, page: List & Pick<PageQuery, 'place' | 'limit'>): Promise<string[]> {
  if (page.search?.length === 0) return []
  return page.search ? findMatches(db, { ...page, skip: 0 }, page.limit) : readPage(db, { ...page, skip: 0 })
}

/** The rows of these ids, which `read` returns in any order, in that of the ids. */
export async function inOrderOf<Row extends { id: string }>(
  ids: readonly string[],
  read: () => Promise<readonly Row[]>,
): Promise<Row[]> {
  if (ids.length === 0) return []
  const byId = new Map((await read()).map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql`(${sql.join([...conditions], sql` and `)})`

export const anyOf = (conditions: readonly Condition[]): Condition => sql`(${sql.join([...conditions], sql` or `)})`

/** Whether a column of words contains a word. */
export const hasWord = (
  column: 'searchWords' | 'emailWords' | 'nameWords',
  { word, isPrefix }: SearchWord,
): Condition => sql`${sql.ref(column)} like ${`% ${word}${isPrefix ? '' : ' '}%`}`

const matches = (words: readonly Word[]): Condition => allOf(words.map((word) => word.matches))

const readPage = (db: Database, page: PageQuery): Promise<string[]> =>
  idsOf(
    db,
    sql`select id from (${newest(page, page.parts, page.skip + page.limit)}) as page
      order by rank desc, ${inOrder(page)} limit ${page.limit} offset ${page.skip}`,
  )

/** The newest rows after the place, `limit` of each part. */
function newest(page: PageQuery, parts: readonly Part[], limit: number) {
  const ofPart = ({ rank, only }: Part) => sql`(
    select ${sql.lit(rank)} as rank, part.* from ${sql.table(page.table)} as part
    where ${only} and ${isAfter(page, rank)} order by ${inOrder(page)} limit ${limit}
  )`
  return sql.join(parts.map(ofPart), sql` union all `)
}

const inOrder = ({ at }: PageQuery) => sql`${sql.ref(at)} desc, id desc`

function isAfter({ at, place }: PageQuery, rank: Part['rank']): Condition {
  if (!place || rank < place.rank) return sql`true`
  if (rank > place.rank) return sql`false`
  return sql`(${sql.ref(at)}, id) < (${place.at}, ${place.id})`
}

/** The first matches after the place. */
async function findMatches(db: Database, page: PageQuery, limit: number): Promise<string[]> {
  const ids: string[] = []
  for (const rank of [1, 0] as const) {
    const parts = page.parts.filter((part) => part.rank === rank)
    const missing = limit - ids.length
    const isPast = page.place !== undefined && rank > page.place.rank
    if (missing === 0 || parts.length === 0 || isPast) continue
    const rankSearch: RankSearch = { words: page.search ?? [], parts, limit: missing }
    const estimate = await estimateMatches(db, page, rankSearch)
    const recent = 2 * estimate.found * (RECENT / SAMPLE) < missing ? [] : await findRecent(db, page, rankSearch)
    ids.push(...(recent.length === missing ? recent : await findByMonth(db, page, { ...rankSearch, ...estimate })))
  }
  return ids
}

/** Counts matches in a sample of the newest rows, and finds the months of the list. The place comes from the caller, so it can only limit these. */
async function estimateMatches(db: Database, page: PageQuery, { words, parts }: RankSearch): Promise<Estimate> {
  const { table, at, all, place } = page
  const endOf = (order: RawBuilder<unknown>) =>
    sql`(select ${sql.ref(at)} from ${sql.table(table)} where ${all} order by ${order} limit 1)`
  const newestRow = endOf(inOrder(page))
  const start = place?.rank === parts[0]?.rank ? sql`least(${place?.at}::timestamptz, ${newestRow})` : newestRow
  const { rows } = await sql<Estimate>`
    select month_of(${endOf(sql`${sql.ref(at)}, id`)}) as oldest, month_of(${start}) as newest,
      (count(*) filter (where ${matches(words)}))::int as found,
      count(*) filter (where ${matches(wholeOf(words))}) * 3 < count(*) filter (where ${matches(prefixesOf(words))}) as whole_is_rare
    from (${newest(page, parts, SAMPLE)}) as sample`.execute(db)
  return rows[0] ?? { oldest: 0, newest: 0, found: 0, wholeIsRare: false }
}

const wholeOf = (words: readonly Word[]): Word[] => words.filter(({ isPrefix }) => !isPrefix)
const prefixesOf = (words: readonly Word[]): Word[] => words.filter(({ isPrefix }) => isPrefix)

/** Takes the newest rows of all parts together, because the rows of a small part reach further back than those of others. */
const findRecent = (db: Database, page: PageQuery, { words, parts, limit }: RankSearch): Promise<string[]> =>
  idsOf(
    db,
    sql`select id from (
        select * from (${newest(page, parts, RECENT)}) as of_parts order by ${inOrder(page)} limit ${RECENT}
      ) as recent where ${matches(words)} order by ${inOrder(page)} limit ${limit}`,
  )

async function findByMonth(
  db: Database,
  page: PageQuery,
  { words, parts, limit, oldest, newest: latest, wholeIsRare }: RankSearch & Estimate,
): Promise<string[]> {
  const only = anyOf(parts.map((part) => part.only))
  const inMonth = (query: string) => sql`from ${sql.table(page.table)}
    where ${termsOf(page)} @@ replace(${query}, '#', (months.month - 1)::text)::tsquery
      and (${only} and ${isAfter(page, parts[0]?.rank ?? 0)}) is true`
  // The rows with the prefix are collected only for months that have the whole words.
  const hasWholeWords =
    wholeIsRare && words.some(({ isPrefix }) => isPrefix)
      ? sql`exists(select ${inMonth(toTsquery(wholeOf(words), parts))})`
      : sql`true`
  return db.transaction().execute(async (trx) => {
    // Forces the planner to use the search index only; `is true` keeps it from using any other index.
    await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true),
      set_config('jit', 'off', true)`.execute(trx)
    return idsOf(
      trx,
      sql`with recursive months(month, ids, found) as (
          select ${latest + 1}::int, array[]::text[], 0
          union all
          select month - 1, case when ${hasWholeWords} then array(
            select id ${inMonth(toTsquery(words, parts))} order by ${inOrder(page)} limit ${limit}
          ) else '{}' end, found + cardinality(ids) from months
          where found + cardinality(ids) < ${limit} and month > ${oldest}
        )
        select id from months, unnest(ids) with ordinality as of_month(id, nth) order by month desc, nth limit ${limit}`,
    )
  })
}

const termsOf = ({ table }: PageQuery) =>
  table === 'users'
    ? sql`terms_of_user(created_at, status, email_words, name_words)`
    : sql`terms_of_queue(submitted_at, status, search_words, project_name, assignee_id, account_id)`

const toTerm = ({ kinds, word, isPrefix }: Term): string =>
  `(${kinds.map((kind) => `'# ${kind} ${word}'${isPrefix ? ':*' : ''}`).join(' | ')})`

/** The tsquery for the search index, with # for the month. Words contain no character that is special in it. */
function toTsquery(terms: readonly Term[], parts: readonly Part[]): string {
  const anyPart = parts.flatMap(({ term }) => (term ? [toTerm(term)] : [])).join(' | ')
  return [...terms.map(toTerm), ...(anyPart ? [`(${anyPart})`] : [])].join(' & ')
}

const idsOf = async (db: Database, query: RawBuilder<{ id: string }>): Promise<string[]> =>
  (await query.execute(db)).rows.map(({ id }) => id)

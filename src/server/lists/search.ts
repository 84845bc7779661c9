import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { SearchWord } from '#domain/search.ts'
import type { Schema } from '../adapters/db/schema.ts'
import { type Count, countUpTo } from './bounded-count.ts'
import { type Place, rejectDeepOffset } from './cursor.ts'

/** The matches of a search are counted no further. */
const FOUND_MAX = 100
/** From so many of the newest rows a search guesses how rare its words are. */
const SAMPLE = 300
/** So many it reads one by one if they are likely to fill the page; else it asks its index. */
const RECENT = 3000

type Db = Kysely<Schema>
type Condition = RawBuilder<boolean>
/** Part of a list that has an index from its newest row on. */
type Part = { rank: 0 | 1; only: Condition; term?: Term }

/** What the index of a search knows of a row, and of which month it is. */
type Term = SearchWord & { kind: string }
/** A word that must stand in a column of words. */
export type Word = Term & { column: 'searchWords' | 'emailWords' | 'nameWords' }

export type List = {
  table: 'analyses' | 'users'
  at: 'submittedAt' | 'createdAt'
  /** What the list shows. */
  all: Condition
  /** The same in parts; those of rank 1 come before all others. */
  parts: readonly Part[]
  search: readonly Word[] | undefined
}

/** A list, and which page of it: the one after `place`, or else after `skip` rows. */
export type Wanted = List & {
  place: Place | undefined
  skip: number
  limit: number
}

/** Matches of one rank. */
type Sought = { words: readonly Word[]; parts: readonly Part[]; limit: number }
type Outlook = { oldest: number; newest: number; found: number; wholeIsRare: boolean }

/** The ids of one page, newest first. What it costs hardly depends on how many rows there are, how deep the page lies, and how many match. */
export async function findNewest(db: Db, wanted: Wanted): Promise<Count & { ids: string[] }> {
  const { table, all, search, place, skip, limit } = wanted
  if (search?.length === 0) return { ids: [], total: 0, isTotalExact: true }
  if (!search) {
    const count = await countUpTo(db, sql`select from ${sql.table(table)} where ${all}`)
    rejectDeepOffset(skip, count)
    return { ids: await readPage(db, wanted), ...count }
  }
  const first = await findMatches(db, { ...wanted, place: undefined }, FOUND_MAX + 1)
  const count = { total: Math.min(first.length, FOUND_MAX), isTotalExact: first.length <= FOUND_MAX }
  rejectDeepOffset(skip, count)
  const start = place ? first.indexOf(place.id) + 1 : skip
  const isThere = (!place || start > 0) && (count.isTotalExact || start + limit <= first.length)
  const ids = isThere ? first.slice(start) : (await findMatches(db, wanted, skip + limit)).slice(skip)
  return { ids: ids.slice(0, limit), ...count }
}

/** The ids of the rows after the place, `limit` at most, without counting any. */
export async function nextIds(db: Db, wanted: List & Pick<Wanted, 'place' | 'limit'>): Promise<string[]> {
  if (wanted.search?.length === 0) return []
  return wanted.search ? findMatches(db, { ...wanted, skip: 0 }, wanted.limit) : readPage(db, { ...wanted, skip: 0 })
}

/** The rows of these ids, in their order. */
export function inOrderOf<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql`(${sql.join([...conditions], sql` and `)})`

const matches = (words: readonly Word[]): Condition =>
  allOf(words.map(({ column, word, isPrefix }) => sql`${sql.ref(column)} like ${`% ${word}${isPrefix ? '' : ' '}%`}`))

const readPage = (db: Db, wanted: Wanted): Promise<string[]> =>
  idsOf(
    db,
    sql`select id from (${newest(wanted, wanted.parts, wanted.skip + wanted.limit)}) as page
      order by rank desc, ${inOrder(wanted)} limit ${wanted.limit} offset ${wanted.skip}`,
  )

/** The newest rows after the place, as many of each part. */
function newest(wanted: Wanted, parts: readonly Part[], limit: number) {
  const ofPart = ({ rank, only }: Part) => sql`(
    select ${sql.lit(rank)} as rank, part.* from ${sql.table(wanted.table)} as part
    where ${only} and ${isAfter(wanted, rank)} order by ${inOrder(wanted)} limit ${limit}
  )`
  return sql.join(parts.map(ofPart), sql` union all `)
}

const inOrder = ({ at }: Wanted) => sql`${sql.ref(at)} desc, id desc`

function isAfter({ at, place }: Wanted, rank: Part['rank']): Condition {
  if (!place || rank < place.rank) return sql`true`
  if (rank > place.rank) return sql`false`
  return sql`(${sql.ref(at)}, id) < (${place.at}, ${place.id})`
}

/** The first matches after the place. */
async function findMatches(db: Db, wanted: Wanted, limit: number): Promise<string[]> {
  const ids: string[] = []
  for (const rank of [1, 0] as const) {
    const parts = wanted.parts.filter((part) => part.rank === rank)
    const missing = limit - ids.length
    const isPast = wanted.place !== undefined && rank > wanted.place.rank
    if (missing === 0 || parts.length === 0 || isPast) continue
    const sought: Sought = { words: wanted.search ?? [], parts, limit: missing }
    const outlook = await lookAhead(db, wanted, sought)
    const recent = 2 * outlook.found * (RECENT / SAMPLE) < missing ? [] : await findRecent(db, wanted, sought)
    ids.push(...(recent.length === missing ? recent : await findByMonth(db, wanted, { ...sought, ...outlook })))
  }
  return ids
}

/** What of the newest rows matches, and which months there are, the first one being that of the place: callers send it, so it counts within these only. */
async function lookAhead(db: Db, wanted: Wanted, { words, parts }: Sought): Promise<Outlook> {
  const { table, at, all, place } = wanted
  const endOf = (order: RawBuilder<unknown>) =>
    sql`(select ${sql.ref(at)} from ${sql.table(table)} where ${all} order by ${order} limit 1)`
  const newestRow = endOf(inOrder(wanted))
  const start = place?.rank === parts[0]?.rank ? sql`least(${place?.at}::timestamptz, ${newestRow})` : newestRow
  const { rows } = await sql<Outlook>`
    select month_of(${endOf(sql`${sql.ref(at)}, id`)}) as oldest, month_of(${start}) as newest,
      (count(*) filter (where ${matches(words)}))::int as found,
      count(*) filter (where ${matches(wholeOf(words))}) * 3 < count(*) filter (where ${matches(begunOf(words))}) as whole_is_rare
    from (${newest(wanted, parts, SAMPLE)}) as sample`.execute(db)
  return rows[0] ?? { oldest: 0, newest: 0, found: 0, wholeIsRare: false }
}

const wholeOf = (words: readonly Word[]): Word[] => words.filter(({ isPrefix }) => !isPrefix)
const begunOf = (words: readonly Word[]): Word[] => words.filter(({ isPrefix }) => isPrefix)

/** Of all parts together: those of a small part alone reach further back than its neighbours'. */
const findRecent = (db: Db, wanted: Wanted, { words, parts, limit }: Sought): Promise<string[]> =>
  idsOf(
    db,
    sql`select id from (
        select * from (${newest(wanted, parts, RECENT)}) as of_parts order by ${inOrder(wanted)} limit ${RECENT}
      ) as recent where ${matches(words)} order by ${inOrder(wanted)} limit ${limit}`,
  )

async function findByMonth(
  db: Db,
  wanted: Wanted,
  { words, parts, limit, oldest, newest: latest, wholeIsRare }: Sought & Outlook,
): Promise<string[]> {
  const only = sql.join(
    parts.map((part) => part.only),
    sql` or `,
  )
  const inMonth = (query: string) => sql`from ${sql.table(wanted.table)}
    where ${termsOf(wanted)} @@ replace(${query}, '#', (months.month - 1)::text)::tsquery
      and ((${only}) and ${isAfter(wanted, parts[0]?.rank ?? 0)}) is true`
  // All that begins like the last word is gathered only where the other ones are.
  const isWorthIt = wholeIsRare ? sql`exists(select ${inMonth(spellAll(wholeOf(words), parts))})` : sql`true`
  return db.transaction().execute(async (trx) => {
    // Only the index of the search is worth reading here, whatever the planner thinks; so no other one may seem to fit ('is true').
    await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true),
      set_config('jit', 'off', true)`.execute(trx)
    return idsOf(
      trx,
      sql`with recursive months(month, ids, found) as (
          select ${latest + 1}::int, array[]::text[], 0
          union all
          select month - 1, case when ${isWorthIt} then array(
            select id ${inMonth(spellAll(words, parts))} order by ${inOrder(wanted)} limit ${limit}
          ) else '{}' end, found + cardinality(ids) from months
          where found + cardinality(ids) < ${limit} and month > ${oldest}
        )
        select id from months, unnest(ids) with ordinality as of_month(id, nth) order by month desc, nth limit ${limit}`,
    )
  })
}

const termsOf = ({ table }: Wanted) =>
  table === 'users'
    ? sql`terms_of_user(created_at, status, email_words, name_words)`
    : sql`terms_of_request(submitted_at, status, search_words)`

const spell = ({ kind, word, isPrefix }: Term): string => `'# ${kind} ${word}'${isPrefix ? ':*' : ''}`

/** What the index of the search is asked, # standing for the month; no word has a sign that would mean something in it. */
function spellAll(terms: readonly Term[], parts: readonly Part[]): string {
  const anyPart = parts.flatMap(({ term }) => (term ? [spell(term)] : [])).join(' | ')
  return [...terms.map(spell), ...(anyPart ? [`(${anyPart})`] : [])].join(' & ')
}

const idsOf = async (db: Db, query: RawBuilder<{ id: string }>): Promise<string[]> =>
  (await query.execute(db)).rows.map(({ id }) => id)

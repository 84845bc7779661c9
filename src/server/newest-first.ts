import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from './adapters/db/schema.ts'
import type { Place } from './cursor.ts'

/** Lists are counted no further: an answer must not take the longer the more there is. */
const TOTAL_MAX = 10_000
/** The matches of a search are counted no further. */
const FOUND_MAX = 1000
/** So many of the newest rows a search reads one by one before it asks its index. */
const RECENT = 10_000

type Db = Kysely<Schema>
type Condition = RawBuilder<boolean>
type Part = { rank: 0 | 1; only: Condition }

/** A list, and which page of it: the one after `place`, or else after `skip` rows. */
export type Wanted = {
  table: 'analyses' | 'users'
  at: 'submittedAt' | 'createdAt'
  /** What the list shows. */
  all: Condition
  /** The same in parts, each with an index from the newest row on; those of rank 1 come before all others. */
  parts: readonly Part[]
  /** What a search asks of a row, in the words of its index. */
  matches: Condition | undefined
  place: Place | undefined
  skip: number
  limit: number
}

/** How many rows there are, and whether there are no more. */
export type Count = { total: number; isTotalExact: boolean }
export type Page = Count & { ids: string[] }

/** The ids of one page, newest first. What it costs hardly depends on how many rows there are, how deep the page lies, and how many match. */
export async function newestFirst(db: Db, wanted: Wanted): Promise<Page> {
  const { table, all, matches } = wanted
  if (!matches) {
    const count = await countUpTo(db, sql`select from ${sql.table(table)} where ${all}`)
    return { ids: await readPage(db, wanted), ...count }
  }
  const recent = newest({ ...wanted, place: undefined }, [{ rank: 0, only: all }], RECENT)
  const { isTotalExact: isMaybeRare } = await countUpTo(
    db,
    sql`select from (${recent}) as recent where ${matches}`,
    FOUND_MAX,
  )
  const rare = isMaybeRare ? await readRare(db, wanted, matches) : undefined
  return rare ?? { ids: await readCommon(db, wanted, matches), total: FOUND_MAX, isTotalExact: false }
}

/** Counts the rows of a query, as far as `most`. */
export async function countUpTo(db: Db, query: Expression<unknown>, most = TOTAL_MAX): Promise<Count> {
  const { rows } = await sql<{ counted: number }>`
    select count(*)::int as counted from (${query} limit ${most + 1}) as some_rows`.execute(db)
  const counted = rows[0]?.counted ?? 0
  return { total: Math.min(counted, most), isTotalExact: counted <= most }
}

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

const idsOf = async (db: Db, query: RawBuilder<{ id: string }>): Promise<string[]> =>
  (await query.execute(db)).rows.map(({ id }) => id)

const readPage = (db: Db, wanted: Wanted): Promise<string[]> =>
  idsOf(
    db,
    sql`select id from (${newest(wanted, wanted.parts, wanted.skip + wanted.limit)}) as page
      order by rank desc, ${inOrder(wanted)} limit ${wanted.limit} offset ${wanted.skip}`,
  )

/** Undefined when more match than are worth reading all of. */
async function readRare(db: Db, wanted: Wanted, matches: Condition): Promise<Page | undefined> {
  const { table, at, all, place, skip, limit } = wanted
  const rank = sql`(${anyOf(wanted.parts.filter((part) => part.rank === 1))})::int`
  const isAfterPlace = place ? sql`(rank, at, id) < (${place.rank}, ${place.at}, ${place.id})` : sql`true`
  const query = sql<{ total: number; ids: string[] }>`
    with found as materialized (
      select id, ${sql.ref(at)} as at, ${rank} as rank from ${sql.table(table)}
      where ${all} and ${matches} limit ${FOUND_MAX + 1}
    )
    select (select count(*)::int from found) as total, array(
      select id from found where ${isAfterPlace} order by rank desc, at desc, id desc limit ${limit} offset ${skip}
    ) as ids`
  const { rows } = await byIndexOfSearch(db, (trx) => query.execute(trx))
  const [found] = rows
  return found && found.total <= FOUND_MAX ? { ...found, isTotalExact: true } : undefined
}

/** From the newest rows when enough of them match, else month by month, so that nobody reads the matches of years. */
async function readCommon(db: Db, wanted: Wanted, matches: Condition): Promise<string[]> {
  const { skip, limit } = wanted
  const ids: string[] = []
  for (const rank of [1, 0] as const) {
    const parts = wanted.parts.filter((part) => part.rank === rank)
    const missing = skip + limit - ids.length
    if (missing === 0 || parts.length === 0) continue
    const near = await idsOf(
      db,
      sql`select id from (${newest(wanted, parts, RECENT)}) as recent
        where ${matches} order by ${inOrder(wanted)} limit ${missing}`,
    )
    const only = sql<boolean>`${anyOf(parts)} and ${isAfter(wanted, rank)} and ${matches}`
    ids.push(...(near.length === missing ? near : await readByMonth(db, wanted, { only, limit: missing })))
  }
  return ids.slice(skip)
}

const readByMonth = (db: Db, wanted: Wanted, { only, limit }: { only: Condition; limit: number }): Promise<string[]> =>
  byIndexOfSearch(db, (trx) => {
    const { table, at, all } = wanted
    const ofMonth = sql`select id from ${sql.table(table)}
      where month_of(${sql.ref(at)}) = month and ${only} order by ${inOrder(wanted)} limit ${limit}`
    return idsOf(
      trx,
      sql`with recursive
        span as (select month_of(min(${sql.ref(at)})) as oldest, month_of(max(${sql.ref(at)})) as newest
            from ${sql.table(table)} where ${all}),
        months(month, ids, found) as (
          select newest + 1, array[]::text[], 0 from span
          union all
          select next.month, next.ids, found + cardinality(next.ids) from months, lateral (
            select month, array(${ofMonth}) as ids from (select months.month - 1 as month) as before
          ) as next
          where found < ${limit} and months.month > (select oldest from span)
        )
        select id from months, unnest(ids) with ordinality as of_month(id, nth) order by month desc, nth limit ${limit}`,
    )
  })

const anyOf = (parts: readonly Part[]): Condition =>
  parts.length === 0
    ? sql`false`
    : sql`(${sql.join(
        parts.map(({ only }) => only),
        sql` or `,
      )})`

/** The planner takes a common word for one that stands in the newest rows, too, and would read years in search of it. */
const byIndexOfSearch = <Result>(db: Db, read: (trx: Db) => Promise<Result>): Promise<Result> =>
  db.transaction().execute(async (trx) => {
    await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`.execute(
      trx,
    )
    return read(trx)
  })

/** The rows of these ids, in their order. */
export function inOrderOf<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

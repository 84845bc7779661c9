import { sql } from 'kysely'
import type { BodyOf, ReplyOf } from '#contract/api.ts'
import { PAGE_SIZE } from '#contract/endpoint.ts'
import { searchPattern } from '#domain/search.ts'
import { userStatusFromNumber } from '#domain/users.ts'
import { cutPage, decodeCursor } from '../../cursor.ts'
import type { Deps } from '../../deps.ts'
import { inOrderOf, newestFirst } from '../../newest-first.ts'
import { presentUser } from './queries.ts'

type Search = BodyOf<'searchUsers'>['searchReq']

/** Users who match every field of the search, newest first; an empty search lists all. */
export async function listUsers(deps: Pick<Deps, 'db'>, search: Search): Promise<ReplyOf<'listUsers'>> {
  const { pageSize = PAGE_SIZE, offset = 0, after, email, fullName } = search
  const listed = allOf(listedBy(search))
  const matching = [...wordsIn('email_words', email), ...wordsIn('name_words', fullName)]
  const { ids, ...count } = await newestFirst(deps.db, {
    table: 'users',
    at: 'createdAt',
    all: listed,
    parts: [{ rank: 0, only: listed }],
    matches: matching.length > 0 ? allOf(matching) : undefined,
    place: after ? decodeCursor(after) : undefined,
    skip: after ? 0 : offset * pageSize,
    limit: pageSize + 1,
  })
  const found = await deps.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  const page = cutPage(inOrderOf(ids, found), pageSize, ({ createdAt: at, id }) => ({ rank: 0, at, id }))
  return { data: page.rows.map(presentUser), ...count, next: page.next }
}

const allOf = (conditions: readonly ReturnType<typeof sql<boolean>>[]) =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join([...conditions], sql` and `)})`

function listedBy({ userId, status, fromDate, toDate }: Search) {
  return [
    ...(userId ? [sql<boolean>`id = ${userId}`] : []),
    ...(status === undefined ? [] : [sql<boolean>`status = ${userStatusFromNumber(status)}`]),
    ...(fromDate ? [sql<boolean>`created_at >= ${new Date(fromDate)}`] : []),
    ...(toDate ? [sql<boolean>`created_at <= ${new Date(toDate)}`] : []),
  ]
}

function wordsIn(column: 'email_words' | 'name_words', said: string | undefined) {
  if (!said?.trim()) return []
  const pattern = searchPattern(said)
  return [pattern === undefined ? sql<boolean>`false` : sql<boolean>`${sql.ref(column)} like ${pattern}`]
}

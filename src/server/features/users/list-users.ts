import { sql } from 'kysely'
import type { BodyOf, ReplyOf } from '#contract/api.ts'
import { PAGE_SIZE } from '#contract/endpoint.ts'
import { searchWords } from '#domain/search.ts'
import { type UserStatus, userStatusFromNumber } from '#domain/users.ts'
import { EXAMPLE_ACCOUNT } from '../../access.ts'
import { PREPARED } from '../../adapters/db/pool.ts'
import type { Deps } from '../../deps.ts'
import { readPageRequest, toPage } from '../../lists/cursor.ts'
import { allOf, anyOf, findNewest, hasWord, inOrderOf, type List, type Word } from '../../lists/search.ts'
import { presentUser, selectListed } from './queries.ts'

type Search = BodyOf<'searchUsers'>['searchReq']

/**
 * The kinds of words of each field. The search box sends what is not a whole email as a name (specification, section 5), a part of
 * an email too; so that is found in both.
 */
const FIELDS = [
  { field: 'email', kinds: ['email'] },
  { field: 'fullName', kinds: ['name', 'email'] },
] as const
const COLUMNS = { email: 'emailWords', name: 'nameWords' } as const

/** Users who match every field of the search, newest first. An empty search lists all. */
export async function listUsers(deps: Pick<Deps, 'db'>, search: Search): Promise<ReplyOf<'listUsers'>> {
  const { pageSize = PAGE_SIZE, offset = 0, after } = search
  const { ids, ...count } = await findNewest(deps.db, {
    ...listOf(search),
    ...readPageRequest({ from: offset, pageSize, after }),
  })
  const found = await inOrderOf(ids, () =>
    selectListed(deps.db).modifyFront(PREPARED).where('id', '=', sql<string>`any(${ids}::text[])`).execute(),
  )
  const page = toPage(found, pageSize, ({ createdAt: at, id }) => ({ rank: 0, at, id }))
  return { data: page.rows.map(presentUser), ...count, next: page.next }
}

export type View = Omit<Search, 'pageSize' | 'offset' | 'after'>

export function listOf(view: View): List {
  const status = view.status === undefined ? undefined : userStatusFromNumber(view.status)
  const listed = allOf(listedBy(view, status))
  return {
    table: 'users',
    at: 'createdAt',
    all: listed,
    parts: [{ rank: 0, only: listed, ...(status && { term: { kinds: ['status'], word: status, isPrefix: false } }) }],
    search: searchTermsOf(view),
  }
}

function listedBy({ userId, fromDate, toDate }: View, status: UserStatus | undefined) {
  return [
    sql<boolean>`id <> ${EXAMPLE_ACCOUNT}`,
    ...(userId ? [sql<boolean>`id = ${userId}`] : []),
    ...(status ? [sql<boolean>`status = ${status}`] : []),
    ...(fromDate ? [sql<boolean>`created_at >= ${new Date(fromDate)}`] : []),
    ...(toDate ? [sql<boolean>`created_at <= ${new Date(toDate)}`] : []),
  ]
}

/** Undefined without search terms. A field without a word matches no user. */
function searchTermsOf(search: View): Word[] | undefined {
  const searched = FIELDS.filter(({ field }) => search[field]?.trim()).map(({ field, kinds }) =>
    searchWords(search[field] ?? '').map((word) => ({
      ...word,
      kinds,
      matches: anyOf(kinds.map((kind) => hasWord(COLUMNS[kind], word))),
    })),
  )
  if (searched.length === 0) return undefined
  return searched.some((words) => words.length === 0) ? [] : searched.flat()
}

import { sql } from 'kysely'
import type { BodyOf, ReplyOf } from '#contract/api.ts'
import { PAGE_SIZE } from '#contract/endpoint.ts'
import { userStatusFromNumber } from '#domain/users.ts'
import { containsPattern, cutPage, decodeCursor, totalCount } from '../../cursor.ts'
import type { Deps } from '../../deps.ts'
import { presentUser } from './queries.ts'

type Search = BodyOf<'searchUsers'>['searchReq']

/** Users who match every field of the search, newest first; an empty search lists all. */
export async function listUsers(deps: Pick<Deps, 'db'>, search: Search): Promise<ReplyOf<'listUsers'>> {
  const { pageSize = PAGE_SIZE, offset = 0 } = search
  const matching = matchUsers(deps, search)
  const { total } = await matching.select(totalCount).executeTakeFirstOrThrow()

  let rows = matching
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
  if (search.after) {
    const { at, id } = decodeCursor(search.after)
    rows = rows.where(sql<boolean>`(created_at, id) < (${at}, ${id})`)
  } else {
    rows = rows.offset(offset * pageSize)
  }
  const page = cutPage(await rows.execute(), pageSize, ({ createdAt: at, id }) => ({ at, id }))
  return { data: page.rows.map(presentUser), total, next: page.next }
}

function matchUsers(deps: Pick<Deps, 'db'>, search: Search) {
  let matching = deps.db.selectFrom('users')
  if (search.userId) matching = matching.where('id', '=', search.userId)
  if (search.email?.trim()) matching = matching.where('email', 'ilike', containsPattern(search.email.trim()))
  if (search.fullName?.trim()) matching = matching.where('fullName', 'ilike', containsPattern(search.fullName.trim()))
  if (search.status !== undefined) matching = matching.where('status', '=', userStatusFromNumber(search.status))
  if (search.fromDate) matching = matching.where('createdAt', '>=', new Date(search.fromDate))
  if (search.toDate) matching = matching.where('createdAt', '<=', new Date(search.toDate))
  return matching
}

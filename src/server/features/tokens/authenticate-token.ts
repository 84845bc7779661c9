import type { SqlBool } from 'kysely'
import { type Expression, sql } from 'kysely'
import { dateOf } from '#domain/dates.ts'
import { minutes } from '#domain/units.ts'
import type { Actor, Caller } from '../../actor.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { actorOf, selectPeople } from '../accounts/sessions/people.ts'
import { hashOfSecret } from './token-secret.ts'

/** The last use is known to the minute, so that not every call writes. */
const USE_NOTED_EVERY_MS = minutes(1)

type TokenDeps = Pick<Deps, 'db' | 'now'> & WithConfig<'staffSecondFactor'>

export const authenticateToken = (deps: TokenDeps, caller: Caller, secret: string): Promise<Actor | undefined> =>
  actorOfToken(deps, caller, sql<SqlBool>`secret_hash = ${hashOfSecret(secret)}`)

/** Of an address that was signed for a token, whose secret it doesn't have. */
export const authenticateTokenById = (deps: TokenDeps, caller: Caller, tokenId: string): Promise<Actor | undefined> =>
  actorOfToken(deps, caller, sql<SqlBool>`api_tokens.id = ${tokenId}`)

/**
 * The person of an API token, as they are in its account now, with its scopes. Undefined once it has ended. Of staff who work in
 * their own account, and of customers in that in which it was made.
 */
async function actorOfToken(
  deps: TokenDeps,
  caller: Caller,
  isTheOne: Expression<SqlBool>,
): Promise<Actor | undefined> {
  const now = deps.now()
  const found = await selectPeople(deps.db, sql<string>`api_tokens.account_id`)
    .innerJoin('apiTokens', 'apiTokens.userId', 'users.id')
    .select(['apiTokens.id as tokenId', 'name', 'scopes', 'projectId', 'apiTokens.usedAt'])
    .where(isTheOne)
    .where((is) => is.or([is('endsOn', 'is', null), is('endsOn', '>=', dateOf(now))]))
    .executeTakeFirst()
  if (!found) return undefined
  const { tokenId, name, scopes, projectId, usedAt, ...person } = found
  // Staff work in their own account, whatever theirs was before.
  if (person.role === 'ADMIN' && person.accountId !== person.userId) return undefined
  if (usedAt === null || now.getTime() - usedAt.getTime() >= USE_NOTED_EVERY_MS)
    await deps.db.updateTable('apiTokens').set({ usedAt: now }).where('id', '=', tokenId).execute()
  return {
    ...actorOf(deps, caller, person),
    sessionId: '',
    token: { tokenId, name, scopes },
    ...(projectId !== null && { projectId }),
  }
}

import { sql } from 'kysely'
import { sessionEndsAt } from '#domain/accounts.ts'
import type { Actor, Caller } from '../../../actor.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { actorOf, selectPeople } from './people.ts'
import { readAccessToken } from './tokens.ts'

/** Staff work in their own, also after an invitation. */
const accountOfSession = sql<string>`case when users.role = 'ADMIN' then users.id else coalesce(sessions.account_id, users.id) end`

/**
 * The current user of an access token. Undefined when the session has ended, or works in another account by now. The first
 * call with a new access token retires older refresh tokens, because its holder no longer needs them.
 */
export async function authenticate(
  deps: Pick<Deps, 'db' | 'keys' | 'now'> & WithConfig<'publicUrl' | 'staffSecondFactor'>,
  caller: Caller,
  accessToken: string,
): Promise<Actor | undefined> {
  const token = await readAccessToken(deps, accessToken)
  if (!token) return undefined
  const found = await selectPeople(deps.db, accountOfSession)
    .innerJoin('sessions', 'sessions.userId', 'users.id')
    .select(['sessions.id as sessionId', 'sessions.createdAt', 'sessions.usedAt', 'usedGeneration'])
    .where('sessions.id', '=', token.sessionId)
    .where('users.id', '=', token.userId)
    .where('sessions.endedAt', 'is', null)
    .executeTakeFirst()
  if (!found || found.accountId !== token.accountId) return undefined
  const { createdAt, usedAt, usedGeneration, sessionId, ...person } = found
  if (sessionEndsAt({ role: person.role, createdAt, usedAt }) <= deps.now()) return undefined
  if (token.generation > usedGeneration)
    await deps.db
      .updateTable('sessions')
      .set({ usedGeneration: token.generation })
      .where('id', '=', token.sessionId)
      .where('usedGeneration', '<', token.generation)
      .execute()
  return { ...actorOf(deps, caller, person), sessionId }
}

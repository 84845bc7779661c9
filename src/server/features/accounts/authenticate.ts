import type { Actor, Caller } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { readAccessToken } from './tokens.ts'

/** Who an access token stands for, as the database has it now; undefined when its session has ended. */
export async function authenticate(
  deps: Pick<Deps, 'db' | 'keys' | 'now' | 'config'>,
  caller: Caller,
  accessToken: string,
): Promise<Actor | undefined> {
  const token = await readAccessToken(deps, accessToken)
  if (!token) return undefined
  const user = await deps.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['users.id as userId', 'sessions.id as sessionId', 'email', 'fullName', 'role', 'status', 'projectTypes'])
    .where('sessions.id', '=', token.sessionId)
    .where('users.id', '=', token.userId)
    .where('sessions.endedAt', 'is', null)
    .executeTakeFirst()
  return user && { ...caller, ...user }
}

import { sql } from 'kysely'
import { sessionEndsAt } from '#domain/accounts.ts'
import { requiredActionOf } from '#domain/second-factor.ts'
import type { Actor, Caller } from '../../../actor.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
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
  const user = await deps.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .innerJoin('users as account', (join) => join.on('account.id', '=', accountOfSession))
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.accountId', '=', 'account.id').onRef('memberships.userId', '=', 'users.id'),
    )
    .leftJoin('secondFactors', (join) =>
      join.onRef('secondFactors.userId', '=', 'users.id').on('secondFactors.confirmedAt', 'is not', null),
    )
    .select(['users.id as userId', 'sessions.id as sessionId', 'users.email', 'users.fullName', 'users.role'])
    .select(['account.id as accountId', 'account.status', 'memberships.role as accountRole'])
    .select([
      'users.mustChangePassword',
      'sessions.createdAt',
      'sessions.usedAt',
      'usedGeneration',
      'secondFactors.userId as factorOf',
    ])
    .where('sessions.id', '=', token.sessionId)
    .where('users.id', '=', token.userId)
    .where('sessions.endedAt', 'is', null)
    .executeTakeFirst()
  if (!user || user.accountId !== token.accountId) return undefined
  const { mustChangePassword, createdAt, usedAt, usedGeneration, factorOf, accountRole, ...person } = user
  if (sessionEndsAt({ role: person.role, createdAt, usedAt }) <= deps.now()) return undefined
  if (token.generation > usedGeneration) await touchSession(deps, token)
  const account = { role: person.role, mustChangePassword, hasSecondFactor: factorOf !== null }
  return {
    ...caller,
    ...person,
    status: person.role === 'USER' && !accountRole ? 'ON_HOLD' : person.status,
    accountRole: accountRole ?? undefined,
    due: requiredActionOf(account, deps.config.staffSecondFactor),
  }
}

async function touchSession({ db }: Pick<Deps, 'db'>, token: { sessionId: string; generation: number }): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ usedGeneration: token.generation })
    .where('id', '=', token.sessionId)
    .where('usedGeneration', '<', token.generation)
    .execute()
}

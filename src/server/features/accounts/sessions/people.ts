import { type Expression, sql } from 'kysely'
import { requiredActionOf } from '#domain/second-factor.ts'
import type { Actor, Caller } from '../../../actor.ts'
import { PREPARED } from '../../../adapters/db/pool.ts'
import type { Database } from '../../../adapters/db/schema.ts'
import type { WithConfig } from '../../../deps.ts'

/**
 * People as callers in an account, which an expression over `users` names. Every call asks for one.
 */
export const selectPeople = (db: Database, accountId: Expression<string>) =>
  db
    .selectFrom('users')
    .modifyFront(PREPARED)
    .select(['users.id as userId', 'users.email', 'users.fullName', 'users.role', 'users.mustChangePassword'])
    .select((is) => [
      sql<string>`${accountId}`.as('accountId'),
      is
        .selectFrom('users as account')
        .select('status')
        .where('account.id', '=', accountId)
        .$asScalar()
        .$notNull()
        .as('status'),
      is
        .selectFrom('memberships')
        .select('memberships.role')
        .where('memberships.accountId', '=', accountId)
        .whereRef('memberships.userId', '=', 'users.id')
        .as('accountRole'),
      is
        .exists(
          is
            .selectFrom('secondFactors')
            .whereRef('secondFactors.userId', '=', 'users.id')
            .where('secondFactors.confirmedAt', 'is not', null),
        )
        .as('hasSecondFactor'),
    ])

type Person = Awaited<ReturnType<ReturnType<typeof selectPeople>['executeTakeFirstOrThrow']>>

/** Who belongs to no account is on hold. */
export function actorOf(
  { config }: WithConfig<'staffSecondFactor'>,
  caller: Caller,
  { mustChangePassword, hasSecondFactor, accountRole, ...person }: Person,
): Omit<Actor, 'sessionId'> {
  const account = { role: person.role, mustChangePassword, hasSecondFactor: Boolean(hasSecondFactor) }
  return {
    ...caller,
    ...person,
    status: person.role === 'USER' && !accountRole ? 'ON_HOLD' : person.status,
    accountRole: accountRole ?? undefined,
    due: requiredActionOf(account, config.staffSecondFactor),
  }
}

import { requiredActionOf } from '#domain/second-factor.ts'
import type { Actor, Caller } from '../../../actor.ts'
import type { Database } from '../../../adapters/db/schema.ts'
import type { WithConfig } from '../../../deps.ts'

/** People as callers, each in every account: a query chooses the person and their account. */
export const selectPeople = (db: Database) =>
  db
    .selectFrom('users')
    .innerJoin('users as account', (join) => join.onTrue())
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.accountId', '=', 'account.id').onRef('memberships.userId', '=', 'users.id'),
    )
    .leftJoin('secondFactors', (join) =>
      join.onRef('secondFactors.userId', '=', 'users.id').on('secondFactors.confirmedAt', 'is not', null),
    )
    .select(['users.id as userId', 'users.email', 'users.fullName', 'users.role', 'users.mustChangePassword'])
    .select(['account.id as accountId', 'account.status', 'memberships.role as accountRole'])
    .select('secondFactors.userId as factorOf')

type Person = Awaited<ReturnType<ReturnType<typeof selectPeople>['executeTakeFirstOrThrow']>>

/** Who belongs to no account is on hold. */
export function actorOf(
  { config }: WithConfig<'staffSecondFactor'>,
  caller: Caller,
  { mustChangePassword, factorOf, accountRole, ...person }: Person,
): Omit<Actor, 'sessionId'> {
  const account = { role: person.role, mustChangePassword, hasSecondFactor: factorOf !== null }
  return {
    ...caller,
    ...person,
    status: person.role === 'USER' && !accountRole ? 'ON_HOLD' : person.status,
    accountRole: accountRole ?? undefined,
    due: requiredActionOf(account, config.staffSecondFactor),
  }
}

import type { Kysely } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { type AccountRole, ONLY_OWNERS } from '#domain/memberships.ts'
import type { Actor } from '../../actor.ts'
import type { Schema } from '../../adapters/db/schema.ts'
import { lockMember } from '../../still-allowed.ts'
import { lockAccount } from '../accounts/locked-account.ts'

/**
 * Locks the account in which a person works, until the transaction ends, and returns what they may do there: changes of its
 * people come one after the other.
 */
export async function lockPeople(trx: Kysely<Schema>, actor: Actor): Promise<AccountRole> {
  await lockAccount(trx, actor.accountId)
  return lockMember(trx, actor)
}

export async function requireOwner(trx: Kysely<Schema>, actor: Actor): Promise<void> {
  if ((await lockPeople(trx, actor)) !== 'owner') throw new AppError('forbidden', ONLY_OWNERS)
}

/** Call this after the change. @throws AppError 'conflict' */
export async function requireSomeOwner(trx: Kysely<Schema>, accountId: string): Promise<void> {
  const owner = trx
    .selectFrom('memberships')
    .select('userId')
    .where('accountId', '=', accountId)
    .where('role', '=', 'owner')
  if (!(await owner.limit(1).executeTakeFirst()))
    throw new AppError('conflict', 'An account needs an owner. Make another person an owner first.')
}

export const memberNotFound = (): AppError => new AppError('not-found', 'This person is not in your account')
export const invitationNotFound = (): AppError =>
  new AppError('not-found', 'This invitation has expired, or was withdrawn. Ask for a new one.')

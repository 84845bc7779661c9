import { AppError } from '#domain/errors.ts'
import { type AccountRole, isAtLeast } from '#domain/memberships.ts'
import { isStaff } from './access.ts'
import type { Actor, Sender } from './actor.ts'
import type { Database } from './adapters/db/schema.ts'

// A person who was authorized when a call started may be stopped before it writes, because an upload takes long. So the
// transaction that writes checks again, and locks their row until it ends: a decision about them comes before it or after it.

export const noLongerApproved = (): AppError => new AppError('forbidden', 'Your account is no longer approved')

export const lockPerson = (trx: Database, userId: string) =>
  trx.selectFrom('users').select(['role', 'status']).where('id', '=', userId).forShare().executeTakeFirst()

/** @throws AppError 'forbidden' */
export async function requireStaff(trx: Database, userId: string): Promise<void> {
  const person = await lockPerson(trx, userId)
  if (person?.role !== 'ADMIN') throw new AppError('forbidden', 'Insufficient permissions')
  if (person.status !== 'APPROVED') throw noLongerApproved()
}

/** @throws AppError 'forbidden' when the person or their account is no longer what it was at the start of the call. */
export async function requireApproved(trx: Database, actor: Actor): Promise<void> {
  if (isStaff(actor)) return requireStaff(trx, actor.userId)
  if ((await lockMember(trx, actor)) !== actor.accountRole) throw roleHasChanged()
}

const roleHasChanged = (): AppError => new AppError('forbidden', 'Your role in this account has changed. Try again.')

/**
 * What a customer may do in an account, whose row is locked until the transaction ends. Everything that changes its people locks it, too.
 * @throws AppError 'forbidden' when the account is no longer approved or the customer no longer in it.
 */
export async function lockMember(trx: Database, { userId, accountId }: Sender): Promise<AccountRole> {
  const account = await lockPerson(trx, accountId)
  if (account?.status !== 'APPROVED') throw noLongerApproved()
  const member = await trx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.userId')
    .select('memberships.role')
    .where('memberships.accountId', '=', accountId)
    .where('memberships.userId', '=', userId)
    .where('users.role', '=', 'USER')
    .executeTakeFirstOrThrow(() => new AppError('forbidden', 'You no longer belong to this account'))
  return member.role
}

/** @throws AppError 'forbidden' when the customer may no longer send files to the account. */
export async function requireEditor(trx: Database, sender: Sender): Promise<void> {
  if (!isAtLeast(await lockMember(trx, sender), 'editor')) throw roleHasChanged()
}

export const isForbidden = (error: unknown): boolean => error instanceof AppError && error.code === 'forbidden'

import type { Kysely } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { Actor } from './actor.ts'
import type { Schema } from './adapters/db/schema.ts'

// A person who was authorized when a call started may be stopped before it writes, because an upload takes long. So the
// transaction that writes checks again, and locks their row until it ends: a decision about them comes before it or after it.

export const noLongerApproved = (): AppError => new AppError('forbidden', 'Your account is no longer approved')

export const lockPerson = (trx: Kysely<Schema>, userId: string) =>
  trx.selectFrom('users').select(['role', 'status']).where('id', '=', userId).forShare().executeTakeFirst()

/** @throws AppError 'forbidden' */
export async function requireStaff(trx: Kysely<Schema>, userId: string): Promise<void> {
  const person = await lockPerson(trx, userId)
  if (person?.role !== 'ADMIN') throw new AppError('forbidden', 'Insufficient permissions')
  if (person.status !== 'APPROVED') throw noLongerApproved()
}

/** @throws AppError 'forbidden' when the person is no longer what they were at the start of the call. */
export async function requireApproved(trx: Kysely<Schema>, { userId, role }: Actor): Promise<void> {
  const person = await lockPerson(trx, userId)
  if (person?.status !== 'APPROVED' || person.role !== role) throw noLongerApproved()
}

export const isForbidden = (error: unknown): boolean => error instanceof AppError && error.code === 'forbidden'

import type { Kysely } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { projectTypeLabel } from '#domain/users.ts'
import type { Schema } from '../../adapters/db/schema.ts'

// People who were admitted when a call began may have been stopped since: bytes take their time. So the transaction that
// writes looks again, and holds their row until it ends: a decision about them comes before it, or after it.

export const noLongerApproved = (): AppError => new AppError('forbidden', 'Your account is no longer approved')

const hold = (trx: Kysely<Schema>, userId: string) =>
  trx
    .selectFrom('users')
    .select(['role', 'status', 'projectTypes'])
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst()

/** @throws AppError 'forbidden' */
export async function refuseFormerStaff(trx: Kysely<Schema>, userId: string): Promise<void> {
  const person = await hold(trx, userId)
  if (person?.role !== 'ADMIN') throw new AppError('forbidden', 'Insufficient permissions')
  if (person.status !== 'APPROVED') throw noLongerApproved()
}

/** @throws AppError 'forbidden' when the customer is no longer approved, or has lost the project. */
export async function refuseFormerCustomer(
  trx: Kysely<Schema>,
  { userId, projectType }: { userId: string; projectType: string },
): Promise<void> {
  const person = await hold(trx, userId)
  if (person?.status !== 'APPROVED') throw noLongerApproved()
  const label = projectTypeLabel(projectType)
  if (!person.projectTypes.some((name) => projectTypeLabel(name) === label)) throw projectNotAssigned()
}

export const projectNotAssigned = (): AppError => new AppError('forbidden', 'This project is not assigned to you')

export const isForbidden = (error: unknown): boolean => error instanceof AppError && error.code === 'forbidden'

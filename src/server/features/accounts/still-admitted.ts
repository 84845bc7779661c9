import type { Kysely } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { Project, Schema } from '../../adapters/db/schema.ts'
import { findAssigned } from '../projects/queries.ts'

// People who were admitted when a call began may have been stopped since: bytes take their time. So the transaction that
// writes looks again, and holds their row until it ends: a decision about them comes before it, or after it.

export const noLongerApproved = (): AppError => new AppError('forbidden', 'Your account is no longer approved')

const hold = (trx: Kysely<Schema>, userId: string) =>
  trx.selectFrom('users').select(['role', 'status']).where('id', '=', userId).forShare().executeTakeFirst()

/** @throws AppError 'forbidden' */
export async function refuseFormerStaff(trx: Kysely<Schema>, userId: string): Promise<void> {
  const person = await hold(trx, userId)
  if (person?.role !== 'ADMIN') throw new AppError('forbidden', 'Insufficient permissions')
  if (person.status !== 'APPROVED') throw noLongerApproved()
}

/** Answers the project. @throws AppError 'forbidden' when the customer is no longer approved, or has lost it. */
export async function refuseFormerCustomer(
  trx: Kysely<Schema>,
  { userId, projectType }: { userId: string; projectType: string },
): Promise<Project> {
  const person = await hold(trx, userId)
  if (person?.status !== 'APPROVED') throw noLongerApproved()
  // Read once the person is held: a decision that this waited for has changed them.
  const project = await findAssigned(trx, { userId, projectType })
  if (!project) throw projectNotAssigned()
  return project
}

export const projectNotAssigned = (): AppError => new AppError('forbidden', 'This project is not assigned to you')

export const isForbidden = (error: unknown): boolean => error instanceof AppError && error.code === 'forbidden'

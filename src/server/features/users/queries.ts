import type { Kysely } from 'kysely'
import type { UserRow } from '#contract/users.ts'
import { AppError } from '#domain/errors.ts'
import { userStatusToText } from '#domain/users.ts'
import type { Schema, User } from '../../adapters/db/schema.ts'

export const noLongerApproved = (): AppError => new AppError('forbidden', 'Your account is no longer approved')

/** Looks again, and keeps decisions on this person waiting until the transaction is over. */
export async function holdApproved(trx: Kysely<Schema>, userId: string): Promise<void> {
  const user = await trx.selectFrom('users').select('status').where('id', '=', userId).forShare().executeTakeFirst()
  if (user?.status !== 'APPROVED') throw noLongerApproved()
}

export const presentUser = (user: User): UserRow => ({
  cognitoUserId: user.id,
  fullName: user.fullName,
  email: user.email,
  createdAt: user.createdAt.toISOString(),
  status: userStatusToText(user.status),
  projectTypes: user.projectTypes,
  roles: [user.role],
  message: user.message,
  version: user.version,
})

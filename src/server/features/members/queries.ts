import { AppError } from '#domain/errors.ts'
import type { Database } from '../../adapters/db/schema.ts'

/** Call this after the change. @throws AppError 'conflict' */
export async function requireSomeOwner(trx: Database, accountId: string): Promise<void> {
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

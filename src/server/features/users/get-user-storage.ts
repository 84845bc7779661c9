import { AppError } from '#domain/errors.ts'
import type { StorageUse } from '#domain/quota.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { storageUseOf } from '../../quota.ts'

/** A customer's used space and quota, for staff. */
export async function getUserStorage(
  { db, config }: Pick<Deps, 'db'> & WithConfig<'customerQuotaBytes'>,
  { userId }: { userId: string },
): Promise<StorageUse> {
  const user = await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
  if (!user) throw new AppError('not-found', 'User not found')
  return storageUseOf(db, { accountId: userId, quotaBytes: config.customerQuotaBytes })
}

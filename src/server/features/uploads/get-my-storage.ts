import type { StorageUse } from '#domain/quota.ts'
import type { Actor } from '../../actor.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { storageUseOf } from '../../quota.ts'

/** The used storage and the quota of the customer. */
export const getMyStorage = (
  { db, config }: Pick<Deps, 'db'> & WithConfig<'customerQuotaBytes'>,
  { accountId }: Actor,
): Promise<StorageUse> => storageUseOf(db, { accountId, quotaBytes: config.customerQuotaBytes })

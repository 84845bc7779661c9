import type { StorageUse } from '#domain/quota.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { storageUseOf } from './quota.ts'

/** How much space the customer has used, and has in all. */
export const getMyStorage = ({ db, config }: Pick<Deps, 'db' | 'config'>, { userId }: Actor): Promise<StorageUse> =>
  storageUseOf(db, { userId, quotaBytes: config.customerQuotaBytes })

import type { StorageRow } from '#contract/storage.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { storageByProject } from '../../quota.ts'

/** What fills the storage of the customer. */
export const getStorageByProject = ({ db }: Pick<Deps, 'db'>, { accountId }: Actor): Promise<StorageRow[]> =>
  storageByProject(db, accountId)

import type { Database, StoredFile } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { checkFileJob } from './check-file.ts'
import { derivedKeys, prepareMapJob, prepareModelJob, preparePointsJob } from './derived.ts'
import { removeFlightFiles } from './remove-flight-files.ts'
import { removeObjectJob } from './remove-object.ts'

/** Removes a file. Jobs delete its bytes and what was made of it, so that a crash can't leave them behind. */
export async function removeFile(
  trx: Database,
  { queue }: Pick<Deps, 'queue'>,
  { id, storageKey }: Pick<StoredFile, 'id' | 'storageKey'>,
): Promise<void> {
  for (const job of [checkFileJob, prepareMapJob, preparePointsJob, prepareModelJob]) await queue.cancel(trx, job, id)
  await removeFlightFiles(trx, { queue }, [id])
  const removed = await trx.deleteFrom('files').where('id', '=', id).returning('sha256').executeTakeFirst()
  await queue.enqueue(trx, removeObjectJob, { key: storageKey })
  const sha256 = removed?.sha256
  if (!sha256 || (await hasSameContent(trx, sha256))) return
  const derived = derivedKeys(sha256).map((key) => ({ key }))
  await queue.enqueueAll(trx, removeObjectJob, derived)
}

/** Another file of this content, of which the same was made. */
async function hasSameContent(trx: Database, sha256: string): Promise<boolean> {
  const same = trx.selectFrom('files').select('id').where('kind', '<>', 'ARCHIVE').where('sha256', '=', sha256)
  return (await same.limit(1).executeTakeFirst()) !== undefined
}

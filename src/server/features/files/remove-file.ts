import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Schema, StoredFile } from '../../adapters/db/schema.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import type { Deps } from '../../deps.ts'
import { checkFileJob } from './check-file.ts'

export const removeObjectJob = defineJob({ name: 'remove-object', payload: z.object({ key: z.string() }) })

/** Removes a file. A job deletes its bytes, so that a crash can't leave them behind. */
export async function removeFile(
  trx: Kysely<Schema>,
  { queue }: Pick<Deps, 'queue'>,
  { id, storageKey }: Pick<StoredFile, 'id' | 'storageKey'>,
): Promise<void> {
  await queue.cancel(trx, checkFileJob, id)
  await trx.deleteFrom('files').where('id', '=', id).execute()
  await queue.enqueue(trx, removeObjectJob, { key: storageKey })
}

export const removeObject = ({ storage }: Pick<Deps, 'storage'>, object: { key: string }): Promise<void> =>
  storage.remove(object)

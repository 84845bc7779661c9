import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Schema } from '../../adapters/db/schema.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import type { Deps } from '../../deps.ts'

export const removeObjectJob = defineJob({ name: 'remove-object', payload: z.object({ key: z.string() }) })

/** Removes what was made of maps for flights. A job deletes the bytes, so that a crash can't leave them behind. */
export async function removeFlightFiles(
  trx: Kysely<Schema>,
  { queue }: Pick<Deps, 'queue'>,
  mapFileIds: readonly (string | null)[],
): Promise<void> {
  const ids = mapFileIds.filter((id) => id !== null)
  if (ids.length === 0) return
  const keys = await trx.deleteFrom('flightFiles').where('mapFileId', 'in', ids).returning('key').execute()
  await queue.enqueueAll(trx, removeObjectJob, keys)
}

import { sql } from 'kysely'
import type { Database } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { removeObjectJob } from './remove-object.ts'

/** Removes what was made of maps for flights. A job deletes the bytes, so that a crash can't leave them behind. */
export async function removeFlightFiles(
  trx: Database,
  { queue }: Pick<Deps, 'queue'>,
  mapFileIds: readonly (string | null)[],
): Promise<void> {
  const ids = mapFileIds.filter((id) => id !== null)
  if (ids.length === 0) return
  const keys = await trx.deleteFrom('flightFiles').where('mapFileId', 'in', ids).returning('key').execute()
  await removeObjects(trx, queue, keys)
}

/** Removes what was made of maps with these inputs, in the same way. */
export async function removeFilesOfInputs(
  trx: Database,
  { queue }: Pick<Deps, 'queue'>,
  made: readonly { mapFileId: string | null; inputs: string }[],
): Promise<void> {
  const maps = made.flatMap(({ mapFileId }) => mapFileId ?? [])
  if (maps.length === 0) return
  const inputs = made.map((one) => one.inputs)
  const keys = await trx
    .deleteFrom('flightFiles')
    .where('mapFileId', 'in', maps)
    .where(sql<string>`split_part(key, '/', 2)`, 'in', inputs)
    .returning('key')
    .execute()
  await removeObjects(trx, queue, keys)
}

/** A file of several maps goes with the first of them. */
async function removeObjects(trx: Database, queue: Deps['queue'], rows: readonly { key: string }[]): Promise<void> {
  const keys = [...new Set(rows.map(({ key }) => key))]
  if (keys.length === 0) return
  await trx.deleteFrom('flightFiles').where('key', 'in', keys).execute()
  await queue.enqueueAll(
    trx,
    removeObjectJob,
    keys.map((key) => ({ key })),
  )
}

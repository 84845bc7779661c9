import { MAP_MAKER } from '#domain/maps.ts'
import type { Database, StoredMap } from '../../adapters/db/schema.ts'

export const mapOf = (db: Database, fileId: string): Promise<StoredMap | undefined> =>
  db.selectFrom('maps').selectAll().where('fileId', '=', fileId).executeTakeFirst()

export async function mapsOf(
  db: Database,
  files: readonly { id: string }[],
): Promise<(fileId: string) => StoredMap | undefined> {
  const ids = files.map(({ id }) => id)
  const maps = ids.length === 0 ? [] : await db.selectFrom('maps').selectAll().where('fileId', 'in', ids).execute()
  const byFile = new Map(maps.map((map) => [map.fileId, map]))
  return (fileId) => byFile.get(fileId)
}

type Outcome = Pick<StoredMap, 'state' | 'reason' | 'facts' | 'copy'>

/** Records what a file is as a map; what staff stated stays. False when the file was removed meanwhile. */
export const recordMap = (db: Database, fileId: string, outcome: Outcome): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const file = await trx.selectFrom('files').select('id').where('id', '=', fileId).forShare().executeTakeFirst()
    if (!file) return false
    const found = {
      state: outcome.state,
      reason: outcome.reason,
      maker: MAP_MAKER,
      facts: outcome.facts && JSON.stringify(outcome.facts),
      copy: outcome.copy && JSON.stringify(outcome.copy),
    }
    await trx
      .insertInto('maps')
      .values({ fileId, ...found })
      .onConflict((conflict) => conflict.column('fileId').doUpdateSet(found))
      .execute()
    return true
  })

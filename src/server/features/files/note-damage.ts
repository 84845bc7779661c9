import { SYSTEM } from '../../actor.ts'
import type { StoredFile } from '../../adapters/db/schema.ts'
import { DamagedObject } from '../../adapters/storage/storage.ts'
import { audit, subjectOfFile } from '../../audit.ts'
import type { Deps } from '../../deps.ts'

/** Awaits a reading of the file. When its bytes are not those that arrived, notes that, once, instead of throwing. */
export async function noteDamage(
  { db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>,
  { id: fileId, fileName, bytes, ...file }: StoredFile,
  reading: Promise<void>,
): Promise<void> {
  try {
    await reading
  } catch (error) {
    if (!(error instanceof DamagedObject)) throw error
    log.error({ err: error, fileId }, 'file corrupted')
    const at = now()
    await db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('files')
        .set({ damagedAt: at })
        .where('id', '=', fileId)
        .where('damagedAt', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return
      const subject = subjectOfFile(file)
      await audit(trx, SYSTEM, { at, action: 'file.damaged', subject, after: { fileName, bytes } })
    })
  }
}

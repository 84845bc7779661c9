import type { Kysely } from 'kysely'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { PURGE_AFTER_MS } from '#domain/quota.ts'
import { readableBy } from '../../access.ts'
import { type Actor, SYSTEM } from '../../actor.ts'
import type { Schema, StoredFile } from '../../adapters/db/schema.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import { audit, subjectOfFile } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { BATCH_ROWS, repeatBatches } from '../../lists/in-batches.ts'
import { requireApproved } from '../../require-staff.ts'
import { removeFile } from '../files/remove-file.ts'

type Changing = Pick<Deps, 'db' | 'now'>

/** Has an own file removed in 30 days; until then it can be taken back. Repeating it changes nothing. */
export const deleteOwnFile = (
  deps: Changing,
  actor: Actor,
  { fileId }: { fileId: string },
): Promise<{ purgeOn: string }> =>
  deps.db.transaction().execute(async (trx) => {
    const { id, purgeOn, ...file } = await lockOwnFile(trx, actor, fileId)
    if (purgeOn) return { purgeOn: purgeOn.toISOString() }
    const at = deps.now()
    const on = new Date(at.getTime() + PURGE_AFTER_MS)
    await trx.updateTable('files').set({ purgeOn: on }).where('id', '=', id).execute()
    const before = { fileName: file.fileName, bytes: file.bytes }
    const after = { fileName: file.fileName, purgeOn: on.toISOString() }
    await audit(trx, actor, { at, action: 'map.deleted', subject: subjectOfFile(file), before, after })
    return { purgeOn: on.toISOString() }
  })

/** Takes back that an own file is removed. */
export const restoreOwnFile = (deps: Changing, actor: Actor, { fileId }: { fileId: string }): Promise<void> =>
  deps.db.transaction().execute(async (trx) => {
    const file = await lockOwnFile(trx, actor, fileId)
    if (!file.purgeOn) return
    await trx.updateTable('files').set({ purgeOn: null }).where('id', '=', file.id).execute()
    const after = { fileName: file.fileName }
    await audit(trx, actor, { at: deps.now(), action: 'map.restored', subject: subjectOfFile(file), after })
  })

async function lockOwnFile(trx: Kysely<Schema>, actor: Actor, fileId: string): Promise<StoredFile> {
  await requireApproved(trx, actor)
  const file = await trx
    .selectFrom('files')
    .leftJoin('analyses', 'analyses.id', 'files.analysisId')
    .selectAll('files')
    .where('files.id', '=', fileId)
    .where('files.kind', '=', 'OWN')
    .where(readableBy(actor))
    .forUpdate('files')
    .executeTakeFirst()
  if (!file) throw new AppError('not-found', 'This file does not exist, or was removed for good')
  return file
}

export const purgeOwnFilesJob = defineJob({ name: 'purge-own-files', payload: z.object({}), schedule: '41 2 * * *' })

/** Removes own files whose time is up, each with its bytes, all that was made of it, and a line of what it was. */
export const purgeOwnFiles = (deps: Pick<Deps, 'db' | 'now' | 'queue'>): Promise<void> => {
  const at = deps.now()
  return repeatBatches(() =>
    deps.db.transaction().execute(async (trx) => {
      const due = await trx
        .selectFrom('files')
        .selectAll()
        .where('purgeOn', '<=', at)
        .orderBy('purgeOn')
        .limit(BATCH_ROWS)
        .forUpdate()
        .skipLocked()
        .execute()
      for (const file of due) {
        const { fileName, bytes, sha256, uploadId } = file
        await removeFile(trx, deps, file)
        await trx.deleteFrom('uploads').where('id', '=', uploadId).execute()
        const before = { fileName, bytes, sha256 }
        await audit(trx, SYSTEM, { at, action: 'map.purged', subject: subjectOfFile(file), before })
      }
      return due.length
    }),
  )
}

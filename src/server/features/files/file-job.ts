import { z } from 'zod'
import { MiB } from '#domain/units.ts'
import type { Database, StoredFile } from '../../adapters/db/schema.ts'
import { defineJob, type Job, type Subject } from '../../adapters/queue/queue.ts'
import type { Turn } from '../../adapters/queue/turns.ts'

const payload = z.object({ fileId: z.string() })
export type FileJobPayload = z.infer<typeof payload>

type FileJob = Pick<Job, 'name' | 'lane'> & Pick<Subject<FileJobPayload>, 'whileRunning'>

/** A job on a file, whose progress is recorded. It takes its turn among those of the customer for whom the file is. */
export const defineFileJob = ({ whileRunning, ...job }: FileJob): Job<FileJobPayload> =>
  defineJob({
    ...job,
    payload,
    subject: { of: ({ fileId }) => fileId, whileRunning },
    turnsOf: turnsOfFiles,
    isTracked: true,
  })

export const payloadOf = ({ id }: Pick<StoredFile, 'id'>): FileJobPayload => ({ fileId: id })

export const fileOf = (db: Database, { fileId }: FileJobPayload): Promise<StoredFile | undefined> =>
  db.selectFrom('files').selectAll().where('id', '=', fileId).executeTakeFirst()

/** What is read within seconds. */
export const SMALL_BYTES = MiB(256)

async function turnsOfFiles(db: Database, payloads: readonly FileJobPayload[]): Promise<Turn[]> {
  const ids = payloads.map(({ fileId }) => fileId)
  const files = await db.selectFrom('files').select(['id', 'bytes', 'accountId']).where('id', 'in', ids).execute()
  const byId = new Map(files.map((file) => [file.id, file]))
  return ids.map((id) => {
    const { accountId: owner = null, bytes = 0 } = byId.get(id) ?? {}
    return { owner, isSmall: bytes <= SMALL_BYTES }
  })
}

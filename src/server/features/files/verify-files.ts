import { sql } from 'kysely'
import { z } from 'zod'
import { days } from '#domain/units.ts'
import { SYSTEM } from '../../actor.ts'
import type { StoredFile } from '../../adapters/db/schema.ts'
import { type Attempt, defineJob } from '../../adapters/queue/queue.ts'
import type { Storage } from '../../adapters/storage/storage.ts'
import { audit, subjectOfFile } from '../../audit.ts'
import { digestStream } from '../../compute/digests/digest-stream.ts'
import type { Deps } from '../../deps.ts'
import { BATCH_ROWS, cursorAfter, inBatches } from '../../lists/in-batches.ts'

/** Every file is verified once in this many nights. */
export const VERIFY_CYCLE_DAYS = 28

export const verifyFilesJob = defineJob({
  name: 'verify-files',
  payload: z.object({}),
  schedule: '11 1 * * *',
  lane: 'files',
})

const COLUMNS = ['id', 'analysisId', 'projectId', 'fileName', 'storageKey', 'bytes', 'sha256', 'damagedAt'] as const

/** Reads tonight's share of the files in the embedded store, and reports those whose bytes have changed since they arrived. */
export async function verifyFiles(
  deps: Pick<Deps, 'db' | 'embeddedStore' | 'compute' | 'now' | 'log'>,
  _payload: object,
  { signal }: Partial<Attempt> = {},
): Promise<void> {
  const { embeddedStore: storage } = deps
  // A bucket's provider verifies its objects, and reading all of them would cost money.
  if (!storage) return
  const tonight = Math.floor(deps.now().getTime() / days(1)) % VERIFY_CYCLE_DAYS
  const verifyBatch = async (lastId: string): Promise<string | undefined> => {
    const batch = await deps.db
      .selectFrom('files')
      .select(COLUMNS)
      .select(nightOfFile.as('night'))
      .where('id', '>', lastId)
      .orderBy('id')
      .limit(BATCH_ROWS)
      .execute()
    for (const file of batch)
      if (file.sha256 && file.night === tonight) await verifyFile(deps, { storage, file, signal })
    return cursorAfter(batch)?.id
  }
  await inBatches('', verifyBatch, signal)
}

type VerifiedFile = Pick<StoredFile, (typeof COLUMNS)[number]>
type Check = { storage: Pick<Storage, 'read'>; file: VerifiedFile; signal: AbortSignal | undefined }

async function verifyFile(
  deps: Pick<Deps, 'db' | 'compute' | 'now' | 'log'>,
  { storage, file, signal }: Check,
): Promise<void> {
  const problem = await findProblem(deps, { storage, file, signal })
  // It was restored.
  if (!problem && file.damagedAt)
    await deps.db.updateTable('files').set({ damagedAt: null }).where('id', '=', file.id).execute()
  if (!problem || !(await isKept(deps, file))) return
  deps.log.error({ err: problem, fileId: file.id }, 'file corrupted')
  await audit(deps.db, SYSTEM, {
    at: deps.now(),
    action: 'file.damaged',
    subject: subjectOfFile(file),
    after: { fileName: file.fileName, bytes: file.bytes },
  })
}

/** Deterministic and evenly distributed. */
const nightOfFile = sql<number>`('x' || substr(md5(id), 1, 7))::bit(28)::int % ${sql.lit(VERIFY_CYCLE_DAYS)}`

async function findProblem(
  { compute }: Pick<Deps, 'compute'>,
  { storage, file: { storageKey, sha256, bytes }, signal }: Check,
): Promise<Error | undefined> {
  try {
    const read = await digestStream(compute, { pieces: storage.read({ key: storageKey }), bytes, signal })
    return read.sha256 === sha256 ? undefined : new Error(`The SHA-256 is ${read.sha256}, but ${sha256} was recorded`)
  } catch (error) {
    signal?.throwIfAborted()
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** False when the file was removed while it was read. */
async function isKept({ db }: Pick<Deps, 'db'>, { id }: VerifiedFile): Promise<boolean> {
  return (await db.selectFrom('files').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

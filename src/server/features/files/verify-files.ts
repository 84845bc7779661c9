import { sql } from 'kysely'
import { z } from 'zod'
import { days } from '#domain/units.ts'
import { SYSTEM } from '../../actor.ts'
import type { StoredFile } from '../../adapters/db/schema.ts'
import { type Attempt, defineJob } from '../../adapters/queue/queue.ts'
import type { Storage } from '../../adapters/storage/storage.ts'
import { audit } from '../../audit.ts'
import { digestStream } from '../../compute/digest-stream.ts'
import type { Deps } from '../../deps.ts'
import { BATCH_ROWS, cursorAfter, inBatches } from '../../lists/in-batches.ts'

/** Every file is read again once in this many nights. */
export const VERIFY_CYCLE_DAYS = 28

export const verifyFilesJob = defineJob({
  name: 'verify-files',
  payload: z.object({}),
  schedule: '11 1 * * *',
  lane: 'files',
})

/** Reads the files of the embedded store that are due tonight, and reports those whose bytes have changed. */
export async function verifyFiles(
  deps: Pick<Deps, 'db' | 'embeddedStore' | 'compute' | 'now' | 'log'>,
  _payload: object,
  { signal }: Partial<Attempt> = {},
): Promise<void> {
  const { embeddedStore: storage } = deps
  // A bucket is checked by its provider, and reading all of it would cost money.
  if (!storage) return
  const tonight = Math.floor(deps.now().getTime() / days(1)) % VERIFY_CYCLE_DAYS
  const step = async (place: string): Promise<string | undefined> => {
    const batch = await deps.db
      .selectFrom('files')
      .select(['id', 'analysisId', 'fileName', 'storageKey', 'bytes', 'sha256', nightOfFile.as('night')])
      .where('id', '>', place)
      .orderBy('id')
      .limit(BATCH_ROWS)
      .execute()
    for (const file of batch)
      if (file.sha256 && file.night === tonight) await checkFile(deps, { storage, file, signal })
    return cursorAfter(batch)?.id
  }
  await inBatches('', step, signal)
}

type CheckedFile = Pick<StoredFile, 'id' | 'analysisId' | 'fileName' | 'storageKey' | 'bytes' | 'sha256'>
type Check = { storage: Pick<Storage, 'read'>; file: CheckedFile; signal: AbortSignal | undefined }

async function checkFile(
  deps: Pick<Deps, 'db' | 'compute' | 'now' | 'log'>,
  { storage, file, signal }: Check,
): Promise<void> {
  const fault = await findFault(deps, { storage, file, signal })
  if (!fault || !(await isKept(deps, file))) return
  deps.log.error({ err: fault, fileId: file.id }, 'file corrupted')
  await audit(deps.db, SYSTEM, {
    at: deps.now(),
    action: 'file.damaged',
    subject: `analysis:${file.analysisId}`,
    after: { fileName: file.fileName, bytes: file.bytes },
  })
}

/** Evenly distributed and deterministic. */
const nightOfFile = sql<number>`('x' || substr(md5(id), 1, 7))::bit(28)::int % ${sql.lit(VERIFY_CYCLE_DAYS)}`

async function findFault(
  { compute }: Pick<Deps, 'compute'>,
  { storage, file: { storageKey, sha256, bytes }, signal }: Check,
): Promise<Error | undefined> {
  try {
    const read = await digestStream(compute, { pieces: storage.read({ key: storageKey }), bytes, signal })
    return read.sha256 === sha256 ? undefined : new Error(`Its SHA-256 is ${read.sha256} where ${sha256} was recorded`)
  } catch (error) {
    signal?.throwIfAborted()
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** The file may have been removed while it was read. */
async function isKept({ db }: Pick<Deps, 'db'>, { id }: CheckedFile): Promise<boolean> {
  return (await db.selectFrom('files').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

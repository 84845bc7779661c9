import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema, StoredFile } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { checkFileJob } from './check-file.ts'
import { payloadOf } from './file-job.ts'

type NewFile = Pick<
  StoredFile,
  | 'uploadId'
  | 'analysisId'
  | 'kind'
  | 'fileName'
  | 'storageKey'
  | 'bytes'
  | 'createdAt'
  | 'publishedAt'
  | 'addedBy'
  | 'remarks'
  | 'senderDigest'
> &
  Partial<Pick<StoredFile, 'runId' | 'productKind'>>

/** Records a file that is complete in the store, enqueues its check, and returns its id. */
export async function recordFile(
  trx: Kysely<Schema>,
  { queue }: Pick<Deps, 'queue'>,
  newFile: NewFile,
): Promise<string> {
  const file = { ...newFile, id: randomUUID(), sha256: null, digest: null }
  await trx.insertInto('files').values(file).execute()
  await queue.enqueue(trx, checkFileJob, payloadOf(file))
  return file.id
}

import { randomUUID } from 'node:crypto'
import type { Database, StoredFile } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { checkFileJob } from './check-file.ts'
import { payloadOf } from './file-job.ts'

type NewFile = Pick<
  StoredFile,
  | 'uploadId'
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
  Partial<Pick<StoredFile, 'id' | 'runId' | 'productKind' | 'purpose'>>

/** A file of a request is its customer's. */
type Owner = { analysisId: string } | (Pick<StoredFile, 'accountId' | 'projectId'> & { analysisId: null })

const ownerOf = async (trx: Database, of: Owner): Promise<Pick<StoredFile, 'accountId' | 'projectId'>> =>
  of.analysisId === null
    ? { accountId: of.accountId, projectId: of.projectId }
    : trx
        .selectFrom('analyses')
        .select(['accountId', 'projectId'])
        .where('id', '=', of.analysisId)
        .executeTakeFirstOrThrow()

/** Records a file that is complete in the store, enqueues its check, and returns its id. */
export async function recordFile(
  trx: Database,
  { queue }: Pick<Deps, 'queue'>,
  newFile: NewFile & Owner,
): Promise<string> {
  const file = { id: randomUUID(), ...newFile, ...(await ownerOf(trx, newFile)), sha256: null, digest: null }
  await trx.insertInto('files').values(file).execute()
  await queue.enqueue(trx, checkFileJob, payloadOf(file))
  return file.id
}

import { AppError } from '#domain/errors.ts'
import { begunBy } from '../../access.ts'
import type { Sender } from '../../actor.ts'
import type { Database, Upload, UploadKind } from '../../adapters/db/schema.ts'

/** Of an own file, `analysisRequestId` is the file's id. */
export type UploadRef = { uploadId: string; analysisRequestId: string }

export const uploadNotFound = (): AppError =>
  new AppError('not-found', 'This upload was not found. It may have been removed; start it again.')

/** The upload's key and id in the object store. */
export const storeRefOf = ({ storageKey, storageUploadId }: Pick<Upload, 'storageKey' | 'storageUploadId'>) => ({
  key: storageKey,
  uploadId: storageUploadId,
})

/** The request of an archive or of a file of a report. */
export function requestOf({ analysisId }: Pick<Upload, 'analysisId'>): string {
  if (analysisId === null) throw new Error('An own file has no request')
  return analysisId
}

/** What an upload is for: a request, or the file that it becomes. */
export const targetOf = ({ id, analysisId }: Pick<Upload, 'id' | 'analysisId'>): string => analysisId ?? id

/** Archives and own files are of their sender, files of reports of all staff. */
export type UploadScope = { kind: UploadKind; sender?: Sender }

/** An upload that was not cancelled. */
export async function loadUpload(db: Database, { kind, sender }: UploadScope, ref: UploadRef): Promise<Upload> {
  let found = db
    .selectFrom('uploads')
    .selectAll()
    .where((where) => where.or([where('id', '=', ref.uploadId), where('analysisId', '=', ref.analysisRequestId)]))
    .where('kind', '=', kind)
    .where('state', '<>', 'ABANDONED')
  if (sender) found = found.where(begunBy(sender))
  const uploads = await found.execute()
  const [byId, byRequest] = [
    uploads.find(({ id }) => id === ref.uploadId),
    uploads.some((upload) => targetOf(upload) === ref.analysisRequestId),
  ]
  if (byId && targetOf(byId) === ref.analysisRequestId) return byId
  if (byId && byRequest) throw new AppError('invalid', 'These are the ids of two different uploads')
  throw uploadNotFound()
}

export async function loadOpenUpload(db: Database, scope: UploadScope, ref: UploadRef): Promise<Upload> {
  const upload = await loadUpload(db, scope, ref)
  if (upload.state === 'COMPLETE') throw new AppError('conflict', 'This upload is already complete')
  return upload
}

/** Records activity on an open upload. Undefined when it is no longer open or has another fingerprint. */
export function touchUpload(
  db: Database,
  id: string,
  {
    fingerprint,
    ...change
  }: { touchedAt: Date; remarks?: string; answer?: string; stated?: string; fingerprint: string | undefined },
): Promise<Upload | undefined> {
  const update = db.updateTable('uploads').set(change).where('id', '=', id).where('state', '=', 'OPEN').returningAll()
  if (fingerprint === undefined) return update.executeTakeFirst()
  return update
    .set({ fingerprint })
    .where((where) => where.or([where('fingerprint', 'is', null), where('fingerprint', '=', fingerprint)]))
    .executeTakeFirst()
}

import type { BodyIn } from '#contract/api.ts'
import { CallFault } from '#transfer/call-fault.ts'
import type { UploadCalls, UploadRef } from '#transfer/transfer.ts'
import type { UploadSource } from '#transfer/upload-source.ts'
import { putPart } from './put-part.ts'
import type { Session } from './session.ts'

/** What goes with an archive. */
export type ArchiveDetails = Pick<BodyIn<'startUpload'>, 'projectType' | 'description' | 'reportCategories'>

/** The calls by which an archive goes up. A start finds what an earlier run of the program has left open. */
export const archiveCalls = ({ call }: Pick<Session, 'call'>, details: ArchiveDetails): UploadCalls => ({
  async start({ file, open, totalChunks, fingerprint, signal }) {
    const { projectType } = details
    const known = open ?? (await findOpen(call, { file, fingerprint, projectType, signal }))
    const fileName = encodeURIComponent(file.name)
    const body = { ...details, fileName, fileSize: file.size, id: known?.id ?? '', totalChunks, fingerprint }
    return (await call('startUpload', { body, signal }).catch(tellWhenFull)).data
  },
  put: putPart,
  async complete({ id, uploadId, receipts, signal }) {
    await call('completeUpload', { query: { uploadId, analysisRequestId: id }, body: receipts, signal })
  },
  async confirm({ id, uploadId, digest }) {
    await call('confirmContent', { query: { uploadId, analysisRequestId: id }, body: { digest } })
  },
})

/** Waiting does not end other unfinished uploads; only people do. */
const tellWhenFull = (error: unknown) => {
  throw error instanceof CallFault && error.status === 429 ? new Error(error.message, { cause: error }) : error
}

type Sought = { file: UploadSource; fingerprint: string | undefined; projectType: string; signal: AbortSignal }

async function findOpen(
  call: Session['call'],
  { file, fingerprint, projectType, signal }: Sought,
): Promise<UploadRef | undefined> {
  if (fingerprint === undefined) return undefined
  const name = file.name.normalize('NFC')
  return (await call('listOpenUploads', { signal })).data.find(
    (open) =>
      open.fileName === name &&
      open.fileSize === file.size &&
      open.fingerprint === fingerprint &&
      open.projectType === projectType,
  )
}

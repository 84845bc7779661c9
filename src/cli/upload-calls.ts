import type { BodyIn } from '#contract/api.ts'
import { fetchArrived } from '#transfer/send-rest.ts'
import type { UploadCalls } from '#transfer/transfer.ts'
import { putPart } from './put-part.ts'
import type { Session } from './session.ts'

/** The fields that are submitted with an archive. */
export type ArchiveDetails = Pick<BodyIn<'startUpload'>, 'projectType' | 'description' | 'reportCategories' | 'flight'>

/** The fields that are sent with an own map. */
export type MapDetails = Pick<BodyIn<'startMapUpload'>, 'projectType' | 'trialId'>

/** The calls that upload an archive. `start` resumes the open upload of the same file that an earlier run has left. */
export const archiveCalls = ({ call }: Pick<Session, 'call'>, details: ArchiveDetails): UploadCalls => ({
  async start({ file, open, totalChunks, fingerprint, signal }) {
    const fileName = encodeURIComponent(file.name)
    const body = { ...details, fileName, fileSize: file.size, id: open?.id ?? '', totalChunks, fingerprint }
    return (await call('startUpload', { body, signal })).data
  },
  put: putPart,
  fetchArrived,
  async complete({ id, uploadId, receipts, signal }) {
    await call('completeUpload', { query: { uploadId, analysisRequestId: id }, body: receipts, signal })
  },
  async confirm({ id, uploadId, digest }) {
    await call('confirmContent', { query: { uploadId, analysisRequestId: id }, body: { digest } })
  },
})

/** The calls that upload an own map, in the same way. */
export const mapCalls = ({ call }: Pick<Session, 'call'>, details: MapDetails): UploadCalls => ({
  async start({ file, open, totalChunks, fingerprint, signal }) {
    if (open)
      return (await call('resumeMapUpload', { query: { uploadId: open.uploadId, fileId: open.id }, signal })).data
    const fileName = encodeURIComponent(file.name)
    return (
      await call('startMapUpload', {
        body: { ...details, fileName, fileSize: file.size, totalChunks, fingerprint },
        signal,
      })
    ).data
  },
  put: putPart,
  fetchArrived,
  async complete({ id, uploadId, receipts, signal }) {
    await call('completeMapUpload', { query: { uploadId, fileId: id }, body: receipts, signal })
  },
  async confirm({ id, uploadId, digest }) {
    await call('confirmMapContent', { query: { uploadId, fileId: id }, body: { digest } })
  },
})

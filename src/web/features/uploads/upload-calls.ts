import type { BodyIn } from '#contract/api.ts'
import { REPORT_FILE_BYTES_MAX } from '#domain/reports.ts'
import { CallError } from '#transfer/call-error.ts'
import { fetchArrived } from '#transfer/send-rest.ts'
import type { UploadCalls } from '#transfer/transfer.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { serverWords } from './messages.ts'
import { putPart } from './put-part.ts'
import type { QueueCalls } from './upload-queue.ts'

/** What goes with an archive. */
export type ArchiveDetails = Pick<BodyIn<'startUpload'>, 'projectType' | 'description' | 'reportCategories'>

/** Fails in the words of the server, and as what the transfer knows how to wait out. */
const ask: typeof call = (name, ...input) =>
  call(name, ...input).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    throw new CallError(error.status, serverWords(error), error.retryAfterSeconds)
  })

/** The calls by which a customer's archive goes up. */
export const archiveCalls = (details: ArchiveDetails): UploadCalls => ({
  async start({ file, open, totalChunks, fingerprint, signal }) {
    const fileName = encodeURIComponent(file.name)
    const body = { ...details, fileName, fileSize: file.size, id: open?.id ?? '', totalChunks, fingerprint }
    return (await ask('startUpload', { body, signal })).data
  },
  put: putPart,
  fetchArrived,
  async complete({ id, uploadId, receipts, signal }) {
    const query = { uploadId, analysisRequestId: id }
    await ask('completeUpload', { query, body: receipts, signal })
  },
  async confirm({ id, uploadId, digest }) {
    const query = { uploadId, analysisRequestId: id }
    await ask('confirmContent', { query, body: { digest } })
  },
})

export type ReportDetails = { analysisRequestId: string; projectType: string; remarks: string }

/** The calls by which the files of a report go up. A start of the same file goes on with what is there already. */
export const reportCalls: QueueCalls<ReportDetails> = {
  async start({ file, details, totalChunks, fingerprint, signal }) {
    const body = {
      id: details.analysisRequestId,
      projectType: details.projectType,
      description: details.remarks.trim(),
      fileName: encodeURIComponent(file.name),
      fileSize: file.size,
      totalChunks,
      fingerprint,
      reportCategories: [],
    }
    return (await ask('startReportUpload', { body, signal })).data
  },
  put: putPart,
  fetchArrived,
  async complete({ id, uploadId, receipts, publish, signal }) {
    const query = { uploadId, analysisRequestId: id, publish: publish ? 'true' : 'false' } as const
    await ask('completeReportUpload', { query, body: receipts, signal })
  },
  async confirm({ id, uploadId, digest }) {
    const query = { uploadId, analysisRequestId: id }
    await ask('confirmReportContent', { query, body: { digest } })
  },
}

export const fitsReport = (file: File): boolean => file.size <= REPORT_FILE_BYTES_MAX

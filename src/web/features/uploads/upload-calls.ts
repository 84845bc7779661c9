import type { BodyIn } from '#contract/api.ts'
import { REPORT_FILE_BYTES_MAX } from '#domain/reports.ts'
import { CallError } from '#transfer/call-error.ts'
import { fetchArrived } from '#transfer/send-rest.ts'
import type { UploadCalls } from '#transfer/transfer.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { putPart } from './put-part.ts'
import type { QueueCalls } from './upload-queue.ts'

/** The fields that are submitted with an archive. */
export type ArchiveDetails = Pick<
  BodyIn<'startUpload'>,
  'projectType' | 'description' | 'reportCategories' | 'flight'
> & {
  /** The rejected request for which this is a new archive. */
  answers?: string | undefined
}

/** Fails with the server's message, as an error that the retry policy understands. */
export const forRetries = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  answer.catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    throw new CallError(error.status, error.serverMessage, error.retryAfterSeconds)
  })

const send: typeof call = (name, ...input) => forRetries(call(name, ...input))

/** The calls that upload a customer's archive. */
export const archiveCalls = ({ answers = '', ...details }: ArchiveDetails): UploadCalls => ({
  async start({ file, open, totalChunks, fingerprint, signal }) {
    const fileName = encodeURIComponent(file.name)
    const body = { ...details, fileName, fileSize: file.size, id: open?.id ?? answers, totalChunks, fingerprint }
    return (await send('startUpload', { body, signal })).data
  },
  put: putPart,
  fetchArrived,
  async complete({ id, uploadId, receipts, signal }) {
    const query = { uploadId, analysisRequestId: id }
    await send('completeUpload', { query, body: receipts, signal })
  },
  async confirm({ id, uploadId, digest }) {
    const query = { uploadId, analysisRequestId: id }
    await send('confirmContent', { query, body: { digest } })
  },
})

export type ReportDetails = { analysisRequestId: string; projectType: string; remarks: string; publish: boolean }

/** The calls that upload the files of a report. `start` resumes an open upload of the same file. */
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
    return (await send('startReportUpload', { body, signal })).data
  },
  put: putPart,
  fetchArrived,
  async complete({ id, uploadId, receipts, details, isLast, signal }) {
    // Files of a draft stay unpublished.
    const publish = details.publish && isLast ? 'true' : 'false'
    const query = { uploadId, analysisRequestId: id, publish } as const
    await send('completeReportUpload', { query, body: receipts, signal })
  },
  async confirm({ id, uploadId, digest }) {
    const query = { uploadId, analysisRequestId: id }
    await send('confirmReportContent', { query, body: { digest } })
  },
}

export const isWithinReportLimit = (file: File): boolean => file.size <= REPORT_FILE_BYTES_MAX

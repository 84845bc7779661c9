import { call } from '#web/lib/api.ts'
import { messages } from './messages.ts'
import { type QueueTask, queueTaskFor } from './queue-task.ts'
import { type ReportDetails, reportCalls } from './upload-calls.ts'

export type ReportTask = QueueTask<ReportDetails>

/** The files of a report. They are completed when all have arrived, so it is never published or attached in part. */
export const reportTaskFor = (analysisRequestId: string, onUploaded: () => void): ReportTask =>
  queueTaskFor(`report of ${analysisRequestId}`, {
    calls: reportCalls,
    completing: 'together',
    cancel: ({ id, uploadId }) => call('cancelReportUpload', { query: { analysisRequestId: id, uploadId } }),
    doneText: ({ publish }) => (publish ? messages.reportUploaded : messages.draftSaved),
    onUploaded,
  })

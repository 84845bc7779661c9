import { displayName } from '#domain/display-names.ts'
import type { UploadSnapshot } from '#transfer/upload-engine.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast.ts'
import { browserConnection } from './browser-connection.ts'
import { messages } from './messages.ts'
import { whyNotPublished } from './report-outcome.ts'
import { type ReportDetails, reportCalls } from './upload-calls.ts'
import { createUploadQueue, type QueueSnapshot, type UploadQueue } from './upload-queue.ts'
import { type TaskView, type UploadTask, uploadTasks } from './upload-tasks.ts'

export type ReportTask = UploadTask & {
  queue: UploadQueue<ReportDetails>
  /** As last sent. */
  details: () => ReportDetails | undefined
  /** Sends all files, or that one, and publishes when everything is there. */
  send: (details: ReportDetails, only?: number) => Promise<void>
  removeFile: (key: number) => void
}

const underWay = new Map<string, ReportTask>()

/** The files of a report on their way: those under way already, or none yet. */
export const reportTaskFor = (analysisRequestId: string, onUploaded: () => void): ReportTask =>
  underWay.get(analysisRequestId) ?? createReportTask(analysisRequestId, onUploaded)

function createReportTask(analysisRequestId: string, onUploaded: () => void): ReportTask {
  const queue = createUploadQueue(reportCalls, browserConnection)
  const key = uploadTasks.newKey()
  let details: ReportDetails | undefined
  let published = false
  const openUploads = () => queue.getSnapshot().files.flatMap(({ upload }) => upload.open ?? [])

  const forget = () => {
    queue.cancel()
    underWay.delete(analysisRequestId)
    uploadTasks.remove(key)
  }
  const task: ReportTask = {
    key,
    queue,
    details: () => details,
    getView: () => viewOf(queue.getSnapshot(), published),
    subscribe: queue.subscribe,
    pause: queue.pause,
    goOn: queue.goOn,
    retry: () => void (details && task.send(details)),
    async send(about, only) {
      details = about
      if (underWay.get(analysisRequestId) !== task) {
        underWay.set(analysisRequestId, task)
        uploadTasks.add(task)
      }
      published = await queue.run(about, only)
      if (!published) {
        const why = whyNotPublished(queue.getSnapshot())
        if (why !== undefined) toast.error(why)
        return
      }
      underWay.delete(analysisRequestId)
      uploadTasks.removeSoon(key)
      uploadTasks.changed()
      toast.success(messages.reportUploaded)
      onUploaded()
    },
    removeFile(fileKey) {
      const open = queue.getSnapshot().files.find((file) => file.key === fileKey)?.upload.open
      queue.remove(fileKey)
      if (open) void abandon(open)
      if (queue.getSnapshot().files.length === 0) forget()
    },
    async giveUp() {
      const open = openUploads()
      forget()
      await Promise.all(open.map(abandon))
    },
    stop: forget,
  }
  return task
}

function viewOf({ files, running, reason }: QueueSnapshot, published: boolean): TaskView {
  const uploads = files.map(({ upload }) => upload)
  const active = uploads.find(({ state }) => state === 'uploading')
  const failed = uploads.find(({ state }) => state === 'error')
  const there = uploads.filter(({ state }) => state === 'completed').length
  const sum = (pick: (upload: UploadSnapshot) => number) => uploads.reduce((total, upload) => total + pick(upload), 0)
  const first = displayName(files[0]?.file.name ?? '')
  return {
    title: files.length > 1 ? `${first} and ${files.length - 1} more: ${there} of ${files.length} files` : first,
    state: published ? 'completed' : running ? 'uploading' : (failed ?? reason) ? 'error' : 'ready',
    sentBytes: sum((upload) => upload.sentBytes),
    totalBytes: sum((upload) => upload.totalBytes),
    hold: active?.hold,
    bytesPerSecond: active?.bytesPerSecond,
    reason: reason ?? failed?.reason,
  }
}

/** An upload that can't be given up now is swept by the server later. */
async function abandon({ id, uploadId }: { id: string; uploadId: string }): Promise<void> {
  await call('cancelReportUpload', { query: { analysisRequestId: id, uploadId } }).catch((error: unknown) =>
    console.warn('An unfinished report upload stays until it is swept', error),
  )
}

import { displayName } from '#domain/display-names.ts'
import type { UploadSnapshot } from '#transfer/upload-engine.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/ui/overlay/toast.ts'
import { browserConnectivity } from './browser-connectivity.ts'
import { messages } from './messages.ts'
import { publishProblem } from './report-outcome.ts'
import { type ReportDetails, reportCalls } from './upload-calls.ts'
import { createUploadQueue, type QueueSnapshot, type UploadQueue } from './upload-queue.ts'
import { type TaskView, type UploadTask, uploadTasks } from './upload-tasks.ts'

export type ReportTask = UploadTask & {
  queue: UploadQueue<ReportDetails>
  /** As last sent. */
  details: () => ReportDetails | undefined
  /** Sends all files, or one of them. When everything has arrived, they are published or saved as a draft. */
  send: (details: ReportDetails, only?: number) => Promise<void>
  removeFile: (key: number) => void
}

const runningTasks = new Map<string, ReportTask>()

/** The files of a report being uploaded: those of the running task, or none yet. */
export const reportTaskFor = (analysisRequestId: string, onUploaded: () => void): ReportTask =>
  runningTasks.get(analysisRequestId) ?? createReportTask(analysisRequestId, onUploaded)

function createReportTask(analysisRequestId: string, onUploaded: () => void): ReportTask {
  const queue = createUploadQueue(reportCalls, browserConnectivity)
  const key = uploadTasks.newKey()
  let details: ReportDetails | undefined
  let attached = false
  const openUploads = () => queue.getSnapshot().files.flatMap(({ upload }) => upload.open ?? [])

  const removeTask = () => {
    queue.cancel()
    runningTasks.delete(analysisRequestId)
    uploadTasks.remove(key)
  }
  const task: ReportTask = {
    key,
    queue,
    details: () => details,
    getView: () => viewOf(queue.getSnapshot(), attached),
    subscribe: queue.subscribe,
    pause: queue.pause,
    resume: queue.resume,
    retry: () => void (details && task.send(details)),
    async send(about, only) {
      details = about
      if (runningTasks.get(analysisRequestId) !== task) {
        runningTasks.set(analysisRequestId, task)
        uploadTasks.add(task)
      }
      attached = await queue.run(about, only)
      if (!attached) {
        const why = publishProblem(queue.getSnapshot())
        if (why !== undefined) toast.error(why)
        return
      }
      runningTasks.delete(analysisRequestId)
      uploadTasks.removeSoon(key)
      uploadTasks.changed()
      toast.success(about.publish ? messages.reportUploaded : messages.draftSaved)
      onUploaded()
    },
    removeFile(fileKey) {
      const open = queue.getSnapshot().files.find((file) => file.key === fileKey)?.upload.open
      queue.remove(fileKey)
      if (open) void cancelUpload(open)
      if (queue.getSnapshot().files.length === 0) removeTask()
    },
    async cancelUpload() {
      const open = openUploads()
      removeTask()
      await Promise.all(open.map(cancelUpload))
    },
    stop: removeTask,
  }
  return task
}

function viewOf({ files, running, reason }: QueueSnapshot, attached: boolean): TaskView {
  const uploads = files.map(({ upload }) => upload)
  const active = uploads.find(({ state }) => state === 'uploading')
  const failed = uploads.find(({ state }) => state === 'error')
  const there = uploads.filter(({ state }) => state === 'completed').length
  const sum = (pick: (upload: UploadSnapshot) => number) => uploads.reduce((total, upload) => total + pick(upload), 0)
  const first = displayName(files[0]?.file.name ?? '')
  return {
    title: files.length > 1 ? `${first} and ${files.length - 1} more: ${there} of ${files.length} files` : first,
    state: attached ? 'completed' : running ? 'uploading' : (failed ?? reason) ? 'error' : 'ready',
    sentBytes: sum((upload) => upload.sentBytes),
    totalBytes: sum((upload) => upload.totalBytes),
    waitReason: active?.waitReason,
    bytesPerSecond: active?.bytesPerSecond,
    reason: reason ?? failed?.reason,
  }
}

/** The server expires an upload that cannot be cancelled now. */
async function cancelUpload({ id, uploadId }: { id: string; uploadId: string }): Promise<void> {
  await call('cancelReportUpload', { query: { analysisRequestId: id, uploadId } }).catch((error: unknown) =>
    console.warn('An unfinished report upload stays until it expires', error),
  )
}

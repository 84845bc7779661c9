import { displayName } from '#domain/display-names.ts'
import type { UploadSnapshot } from '#transfer/upload-engine.ts'
import { toast } from '#web/ui/overlay/toast.ts'
import { browserConnectivity } from './browser-connectivity.ts'
import { publishProblem } from './report-outcome.ts'
import {
  type Completing,
  createUploadQueue,
  type QueueCalls,
  type QueueSnapshot,
  type UploadQueue,
} from './upload-queue.ts'
import { type TaskView, type UploadTask, uploadTasks } from './upload-tasks.ts'

/** Several files, sent independently of the screen that is shown. */
export type QueueTask<Details> = UploadTask & {
  queue: UploadQueue<Details>
  /** As last sent. */
  details: () => Details | undefined
  /** Sends all files, or one of them. */
  send: (details: Details, only?: number) => Promise<void>
  removeFile: (key: number) => void
}

type Options<Details> = {
  calls: QueueCalls<Details>
  completing: Completing
  cancel: (open: { id: string; uploadId: string }) => Promise<unknown>
  /** Said when all files are there. */
  doneText: (details: Details, files: number) => string
  onUploaded: () => void
}

/** The running tasks by what their files are for. */
const runningTasks = new Map<string, unknown>()

/** The files being uploaded for something: those of the running task, or none yet. */
export function queueTaskFor<Details>(what: string, options: Options<Details>): QueueTask<Details> {
  const running = runningTasks.get(what) as QueueTask<Details> | undefined
  return running ?? createQueueTask(what, options)
}

function createQueueTask<Details>(
  what: string,
  { calls, completing, cancel, doneText, onUploaded }: Options<Details>,
): QueueTask<Details> {
  const queue = createUploadQueue(calls, completing, browserConnectivity)
  const key = uploadTasks.newKey()
  let details: Details | undefined
  let isDone = false
  const openUploads = () => queue.getSnapshot().files.flatMap(({ upload }) => upload.open ?? [])
  /** The server expires an upload that cannot be cancelled now. */
  const cancelOpen = (open: { id: string; uploadId: string }) =>
    cancel(open).catch((error: unknown) => console.warn('An unfinished upload stays until it expires', error))

  const removeTask = () => {
    queue.cancel()
    runningTasks.delete(what)
    uploadTasks.remove(key)
  }
  const task: QueueTask<Details> = {
    key,
    queue,
    details: () => details,
    getView: () => viewOf(queue.getSnapshot(), isDone),
    subscribe: queue.subscribe,
    pause: queue.pause,
    resume: queue.resume,
    retry: () => void (details && task.send(details)),
    async send(about, only) {
      details = about
      if (runningTasks.get(what) !== task) {
        runningTasks.set(what, task)
        uploadTasks.add(task)
      }
      isDone = await queue.run(about, only)
      if (!isDone) {
        if (completing === 'alone') onUploaded()
        const why = publishProblem(queue.getSnapshot())
        if (why !== undefined) toast.error(why)
        return
      }
      runningTasks.delete(what)
      uploadTasks.removeSoon(key)
      uploadTasks.changed()
      toast.success(doneText(about, queue.getSnapshot().files.length))
      onUploaded()
    },
    removeFile(fileKey) {
      const open = queue.getSnapshot().files.find((file) => file.key === fileKey)?.upload.open
      queue.remove(fileKey)
      if (open) void cancelOpen(open)
      if (queue.getSnapshot().files.length === 0) removeTask()
    },
    async cancelUpload() {
      const open = openUploads()
      removeTask()
      await Promise.all(open.map(cancelOpen))
    },
    stop: removeTask,
  }
  return task
}

function viewOf({ files, running, reason }: QueueSnapshot, isDone: boolean): TaskView {
  const uploads = files.map(({ upload }) => upload)
  const active = uploads.find(({ state }) => state === 'uploading')
  const failed = uploads.find(({ state }) => state === 'error')
  const there = uploads.filter(({ state }) => state === 'completed').length
  const sum = (pick: (upload: UploadSnapshot) => number) => uploads.reduce((total, upload) => total + pick(upload), 0)
  const first = displayName(files[0]?.file.name ?? '')
  return {
    title: files.length > 1 ? `${first} and ${files.length - 1} more: ${there} of ${files.length} files` : first,
    state: isDone ? 'completed' : running ? 'uploading' : (failed ?? reason) ? 'error' : 'ready',
    sentBytes: sum((upload) => upload.sentBytes),
    totalBytes: sum((upload) => upload.totalBytes),
    waitReason: active?.waitReason,
    bytesPerSecond: active?.bytesPerSecond,
    reason: reason ?? failed?.reason,
  }
}

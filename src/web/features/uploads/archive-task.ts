import type { OpenUpload } from '#contract/uploads.ts'
import { displayName } from '#domain/display-names.ts'
import type { UploadCalls } from '#transfer/transfer.ts'
import { createUploadEngine, type UploadEngine } from '#transfer/upload-engine.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/ui/overlay/toast.ts'
import { browserConnectivity } from './browser-connectivity.ts'
import { deleteFileHandle, saveFileHandle } from './file-handles.ts'
import { messages } from './messages.ts'
import { refreshOpenUploads } from './open-upload-queries.ts'
import { type ArchiveDetails, archiveCalls } from './upload-calls.ts'
import { type TaskView, type UploadTask, uploadTasks } from './upload-tasks.ts'

export type ArchiveTask = UploadTask & { engine: UploadEngine; details: ArchiveDetails }

type Options = {
  file: File
  /** The file handle, with which the browser finds the file again after a reload. */
  handle: FileSystemFileHandle | undefined
  details: ArchiveDetails
  resume: OpenUpload | undefined
  /** An attempt before this one failed before the server knew of it. */
  isRetry: boolean
  onUploaded: () => void
}

/** Sends one archive, independently of the screen that is shown. */
export function startArchive({ file, handle, details, resume, isRetry, onUploaded }: Options): ArchiveTask {
  const calls = archiveCalls(details)
  /** No part is sent before the file handle is saved, so that a reload at any time finds the file. */
  const start: UploadCalls['start'] = async (input) => {
    const upload = await calls.start(input)
    if (handle) await saveFileHandle(upload.preSignedUrl.uploadId, handle)
    return upload
  }
  const engine = createUploadEngine({ ...calls, start }, file, { open: resume, connectivity: browserConnectivity })
  const openRef = () => engine.getSnapshot().open
  const key = uploadTasks.newKey()

  const first = { done: messages.uploaded, failed: messages.notUploaded }
  const again = { done: messages.uploadedAgain(file.name), failed: messages.failed(file.name) }
  const conclude = (texts: { done: string; failed: string }) => {
    void refreshOpenUploads()
    const { state, open } = engine.getSnapshot()
    if (state === 'error') toast.error(texts.failed)
    if (state !== 'completed') return
    if (open) void deleteFileHandle(open.uploadId)
    toast.success(texts.done)
    uploadTasks.removeSoon(key)
    onUploaded()
    // Receipts that were loaded before then show no comparison yet.
    void engine.confirmed().then((isConfirmed) => isConfirmed && onUploaded(), ignore)
  }

  let listed = false
  engine.subscribe(() => {
    if (listed || !openRef()) return
    listed = true
    void refreshOpenUploads()
  })

  const task: ArchiveTask = {
    key,
    engine,
    details,
    uploadId: () => openRef()?.uploadId,
    getView: () => viewOf(engine),
    subscribe: engine.subscribe,
    pause: engine.pause,
    resume: engine.resume,
    retry: () => void engine.retry().then(() => conclude(again)),
    async cancelUpload() {
      engine.stop()
      uploadTasks.remove(key)
      const open = openRef()
      if (!open) return
      void deleteFileHandle(open.uploadId)
      const query = { uploadId: open.uploadId, analysisRequestId: open.id }
      await call('cancelUpload', { query }).catch(() => toast.error(messages.notRemoved))
      await refreshOpenUploads()
    },
    stop() {
      engine.stop()
      uploadTasks.remove(key)
    },
  }
  uploadTasks.add(task)
  void engine.start().then(() => conclude(isRetry ? again : first))
  return task
}

/** The engine has logged a warning. */
const ignore = () => undefined

function viewOf({ file, getSnapshot }: UploadEngine): TaskView {
  const { parts: _, open: __, ...progress } = getSnapshot()
  return { title: displayName(file.name), ...progress }
}

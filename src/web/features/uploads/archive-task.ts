import type { OpenUpload } from '#contract/uploads.ts'
import { createUploadEngine, type UploadEngine } from '#transfer/upload-engine.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast.ts'
import { browserConnection } from './browser-connection.ts'
import { forgetFile, rememberFile } from './file-memory.ts'
import { messages } from './messages.ts'
import { refreshOpenUploads } from './open-upload-queries.ts'
import { type ArchiveDetails, archiveCalls } from './upload-calls.ts'
import { type TaskView, type UploadTask, uploadTasks } from './upload-tasks.ts'

export type ArchiveTask = UploadTask & { engine: UploadEngine; details: ArchiveDetails }

type Options = {
  file: File
  /** By which the browser finds the file again after a reload. */
  handle: FileSystemFileHandle | undefined
  details: ArchiveDetails
  resume: OpenUpload | undefined
  onUploaded: () => void
}

/** Sends one archive, and goes on doing so whatever screen is shown. */
export function startArchive({ file, handle, details, resume, onUploaded }: Options): ArchiveTask {
  const engine = createUploadEngine(archiveCalls(details), file, { open: resume, connection: browserConnection })
  const openRef = () => engine.getSnapshot().open
  const key = uploadTasks.newKey()

  const conclude = (words: { done: string; failed: string }) => {
    void refreshOpenUploads()
    const { state, open } = engine.getSnapshot()
    if (state === 'error') toast.error(words.failed)
    if (state !== 'completed') return
    if (open) void forgetFile(open.uploadId)
    toast.success(words.done)
    uploadTasks.removeSoon(key)
    onUploaded()
    // What was loaded before then says that the two computers have not compared.
    void engine.confirmed().then((told) => told && onUploaded(), ignore)
  }

  let remembered = false
  const remember = () => {
    const open = openRef()
    if (remembered || !open) return
    remembered = true
    if (handle) void rememberFile(open.uploadId, handle)
    void refreshOpenUploads()
  }
  engine.subscribe(remember)

  const task: ArchiveTask = {
    key,
    engine,
    details,
    uploadId: () => openRef()?.uploadId,
    getView: () => viewOf(engine),
    subscribe: engine.subscribe,
    pause: engine.pause,
    goOn: engine.goOn,
    retry: () =>
      void engine
        .retry()
        .then(() => conclude({ done: messages.uploadedAgain(file.name), failed: messages.failed(file.name) })),
    async giveUp() {
      engine.cancel()
      uploadTasks.remove(key)
      const open = openRef()
      if (!open) return
      void forgetFile(open.uploadId)
      const query = { uploadId: open.uploadId, analysisRequestId: open.id }
      await call('abandonUpload', { query }).catch(() => toast.error(messages.notRemoved))
      await refreshOpenUploads()
    },
    stop() {
      engine.cancel()
      uploadTasks.remove(key)
    },
  }
  uploadTasks.add(task)
  void engine.start().then(() => conclude({ done: messages.uploaded, failed: messages.notUploaded }))
  return task
}

/** The engine has warned of it. */
const ignore = () => undefined

function viewOf({ file, getSnapshot }: UploadEngine): TaskView {
  const { parts: _, open: __, ...progress } = getSnapshot()
  return { title: file.name, ...progress }
}

import type { OpenUpload } from '#contract/uploads.ts'
import { displayName } from '#domain/display-names.ts'
import type { UploadCalls } from '#transfer/transfer.ts'
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
  const calls = archiveCalls(details)
  /** No part goes before the browser has remembered the file, so that a reload at any time finds it. */
  const start: UploadCalls['start'] = async (input) => {
    const slots = await calls.start(input)
    if (handle) await rememberFile(slots.preSignedUrl.uploadId, handle)
    return slots
  }
  const engine = createUploadEngine({ ...calls, start }, file, { open: resume, connection: browserConnection })
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
      await call('cancelUpload', { query }).catch(() => toast.error(messages.notRemoved))
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
  return { title: displayName(file.name), ...progress }
}

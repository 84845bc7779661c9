import { useEffect, useState, useSyncExternalStore } from 'react'
import type { OpenUpload } from '#contract/uploads.ts'
import { createUploadEngine, type UploadEngine, type UploadSnapshot } from '#transfer/upload-engine.ts'
import { toast } from '#web/ui/toast.ts'
import { browserConnection } from './browser-connection.ts'
import { useLeaveWarning } from './leave-warning.ts'
import { messages } from './messages.ts'
import { useAbandonUpload, useRefreshOpenUploads } from './open-upload-queries.ts'
import { archiveCalls } from './upload-calls.ts'
import type { UploadForm } from './upload-form.ts'

export type ArchiveUpload = {
  /** Undefined until something has been sent, or tried. */
  snapshot: UploadSnapshot | undefined
  submit: (form: UploadForm) => Promise<void>
  retry: () => Promise<void>
  /** Stops, and deletes what has arrived. */
  giveUp: () => Promise<void>
}

/** One archive on its way. It is stopped when the screen that shows it goes away. */
export function useArchiveUpload(resume: OpenUpload | undefined, onUploaded: () => void): ArchiveUpload {
  const [engine, setEngine] = useState<UploadEngine>()
  const snapshot = useSyncExternalStore(engine?.subscribe ?? subscribeToNothing, () => engine?.getSnapshot())
  const abandon = useAbandonUpload()
  const refreshOpenUploads = useRefreshOpenUploads()
  useEffect(() => () => engine?.cancel(), [engine])
  useLeaveWarning(snapshot?.state === 'uploading')

  const conclude = ({ getSnapshot }: UploadEngine, words: { done: string; failed: string }) => {
    void refreshOpenUploads()
    const { state } = getSnapshot()
    if (state === 'error') toast.error(words.failed)
    if (state !== 'completed') return
    toast.success(words.done)
    onUploaded()
  }

  const retry = async () => {
    if (!engine) return
    await engine.retry()
    const { name } = engine.file
    conclude(engine, { done: messages.uploadedAgain(name), failed: messages.failed(name) })
  }

  const submit = async ({ files, ...details }: UploadForm) => {
    const [file] = files
    if (!file) return
    if (snapshot?.open) return retry()
    const next = createUploadEngine(archiveCalls(details), file, { open: resume, connection: browserConnection })
    setEngine(next)
    await next.start()
    conclude(next, { done: messages.uploaded, failed: messages.notUploaded })
  }

  const giveUp = async () => {
    engine?.cancel()
    const open = engine?.getSnapshot().open
    setEngine(undefined)
    if (!open) return
    await abandon
      .mutateAsync({ uploadId: open.uploadId, analysisRequestId: open.id })
      .catch(() => toast.error(messages.notRemoved))
  }

  return { snapshot, submit, retry, giveUp }
}

const subscribeToNothing = () => () => {}

import { useSyncExternalStore } from 'react'
import { seconds } from '#domain/units.ts'
import { observable } from '#transfer/observable.ts'
import type { WaitReason } from '#transfer/retry-loop.ts'
import type { UploadState } from '#transfer/upload-engine.ts'
import { session } from '#web/lib/session/session.ts'

/** What the screens show of a running upload. */
export type TaskView = {
  title: string
  state: UploadState
  waitReason?: WaitReason | undefined
  sentBytes: number
  totalBytes: number
  bytesPerSecond?: number | undefined
  endsAt?: number | undefined
  reason?: string | undefined
}

/** An upload. It lives outside the screens, for as long as the page does. */
export type UploadTask = {
  key: number
  /** Of a customer's archive, once the server has opened it. */
  uploadId?: () => string | undefined
  getView: () => TaskView
  subscribe: (listener: () => void) => () => void
  pause: () => void
  resume: () => void
  retry: () => void
  /** Cancels the upload and removes the task. */
  cancelUpload: () => Promise<void>
  /** Stops the upload and removes the task; what has arrived stays on the server. */
  stop: () => void
}

/** A finished upload is shown this long. */
const SHOWN_AFTER_MS = seconds(6)

const list = observable<readonly UploadTask[]>([])
const unsubscribe = new Map<number, () => void>()
let nextKey = 1

/** The uploads of this page. Listeners are called on every change. */
export const uploadTasks = {
  ...list,
  newKey: (): number => nextKey++,
  add(task: UploadTask): void {
    unsubscribe.set(task.key, task.subscribe(uploadTasks.changed))
    list.set([...list.getSnapshot(), task])
  },
  remove(key: number): void {
    unsubscribe.get(key)?.()
    unsubscribe.delete(key)
    list.set(list.getSnapshot().filter((task) => task.key !== key))
  },
  changed: (): void => list.set([...list.getSnapshot()]),
  removeSoon(key: number): void {
    setTimeout(() => uploadTasks.remove(key), SHOWN_AFTER_MS)
  },
}

/** Whether a reload would lose something: an upload that runs, one that can be retried, or the news that one is complete. */
export const hasUploads = (): boolean => list.getSnapshot().length > 0

export const useHasUploads = (): boolean => useSyncExternalStore(list.subscribe, hasUploads)

/** While an upload runs, the browser asks before the page is left or closed, whatever the page shows. */
const ask = (event: BeforeUnloadEvent) => event.preventDefault()
list.subscribe(() => {
  if (list.getSnapshot().some((task) => task.getView().state === 'uploading'))
    window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
})

/** The key of the task that a dialog shows now, so that nothing is shown twice. */
export const shownTask = observable<number | undefined>(undefined)

let person = session.get().user?.email
session.subscribe(() => {
  const email = session.get().user?.email
  if (email !== person) for (const task of list.getSnapshot()) task.stop()
  person = email
})

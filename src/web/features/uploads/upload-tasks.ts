import { seconds } from '#domain/units.ts'
import { observable } from '#transfer/observable.ts'
import type { Hold } from '#transfer/retry-loop.ts'
import type { UploadState } from '#transfer/upload-engine.ts'
import { session } from '#web/lib/session/session.ts'

/** What a file, or the files of a report, on their way look like from outside. */
export type TaskView = {
  title: string
  state: UploadState
  hold?: Hold | undefined
  sentBytes: number
  totalBytes: number
  bytesPerSecond?: number | undefined
  endsAt?: number | undefined
  reason?: string | undefined
}

/** Something that goes up while people do other things: it lives outside the screens, for as long as the page does. */
export type UploadTask = {
  key: number
  /** Of a customer's archive, once the server has opened it. */
  uploadId?: () => string | undefined
  getView: () => TaskView
  subscribe: (listener: () => void) => () => void
  pause: () => void
  goOn: () => void
  retry: () => void
  /** Stops it, deletes what has arrived, and forgets it. */
  giveUp: () => Promise<void>
  /** Stops and forgets it here; what has arrived waits on the server. */
  stop: () => void
}

/** A finished upload stays in view this long. */
const SHOWN_AFTER_MS = seconds(6)

const list = observable<readonly UploadTask[]>([])
const forget = new Map<number, () => void>()
let nextKey = 1

/** The uploads of this page; listeners hear of every change of each. */
export const uploadTasks = {
  ...list,
  newKey: (): number => nextKey++,
  add(task: UploadTask): void {
    forget.set(task.key, task.subscribe(uploadTasks.changed))
    list.set([...list.getSnapshot(), task])
  },
  remove(key: number): void {
    forget.get(key)?.()
    forget.delete(key)
    list.set(list.getSnapshot().filter((task) => task.key !== key))
  },
  changed: (): void => list.set([...list.getSnapshot()]),
  removeSoon(key: number): void {
    setTimeout(() => uploadTasks.remove(key), SHOWN_AFTER_MS)
  },
}

/** The key of the task that a dialog shows just now, so that nothing is shown twice. */
export const shownTask = observable<number | undefined>(undefined)

let person = session.get().user?.email
session.subscribe(() => {
  const email = session.get().user?.email
  if (email !== person) for (const task of list.getSnapshot()) task.stop()
  person = email
})

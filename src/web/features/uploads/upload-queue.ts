import { type Observable, observable } from '#transfer/observable.ts'
import { retryWhileRateLimited } from '#transfer/retry.ts'
import type { Connectivity } from '#transfer/retry-loop.ts'
import type { StartInput, UploadCalls } from '#transfer/transfer.ts'
import { createUploadEngine, type UploadEngine, type UploadSnapshot } from '#transfer/upload-engine.ts'
import type { UploadSource } from '#transfer/upload-source.ts'
import { messages } from './messages.ts'

type Completion = Parameters<UploadCalls['complete']>[0]

/** The calls of one upload, but they get what is said of all files, and `complete` whether it is the last one. */
export type QueueCalls<Details> = Omit<UploadCalls, 'start' | 'complete'> & {
  start(input: StartInput & { details: Details }): ReturnType<UploadCalls['start']>
  complete(input: Completion & { details: Details; isLast: boolean }): Promise<void>
}

/** Files of a report are completed only when all have arrived; own maps do not depend on each other. */
export type Completing = 'together' | 'alone'

export type QueuedFile = { key: number; file: UploadSource; upload: UploadSnapshot }
export type QueueSnapshot = {
  files: readonly QueuedFile[]
  running: boolean
  /** Everything was sent, but the completion failed. */
  reason?: string
}

/** Files are sent one at a time, and a failed file does not stop the others. */
export type UploadQueue<Details> = Observable<QueueSnapshot> & {
  add: (files: readonly File[]) => void
  remove: (key: number) => void
  /** Sends what has not arrived yet, or one file only. Resolves to whether everything has arrived and is attached. */
  run: (details: Details, only?: number) => Promise<boolean>
  pause: () => void
  resume: () => void
  cancel: () => void
}

type Entry = { key: number; engine: UploadEngine; sent?: Completion; completed?: true }

export function createUploadQueue<Details>(
  calls: QueueCalls<Details>,
  completing: Completing,
  connectivity?: Connectivity,
): UploadQueue<Details> {
  const store = observable<QueueSnapshot>({ files: [], running: false })
  let entries: Entry[] = []
  let nextKey = 1
  let stop: AbortController | undefined
  let details: Details | undefined

  const show = (reason?: string) =>
    store.set({
      files: entries.map(({ key, engine }) => ({ key, file: engine.file, upload: engine.getSnapshot() })),
      running: stop !== undefined,
      ...(reason === undefined ? {} : { reason }),
    })

  const said = (): Details => {
    if (details === undefined) throw new Error('A file is sent before anything is said of it')
    return details
  }

  const enter = (file: File) => {
    const start: UploadCalls['start'] = (input) => calls.start({ ...input, details: said() })
    const complete: UploadCalls['complete'] = async (sent) => {
      if (completing === 'together') entry.sent = sent
      else await calls.complete({ ...sent, details: said(), isLast: true })
    }
    const engine = createUploadEngine({ ...calls, start, complete }, file, connectivity ? { connectivity } : {})
    const entry: Entry = { key: nextKey++, engine }
    entry.engine.subscribe(() => show())
    entries = [...entries, entry]
  }

  const completeAll = async (signal: AbortSignal) => {
    const open = entries.filter((entry) => !entry.completed)
    for (const entry of open) {
      const { sent } = entry
      const about = { details: said(), isLast: entry === open.at(-1) }
      if (sent) await retryWhileRateLimited(() => calls.complete({ ...sent, signal, ...about }), signal)
      entry.completed = true
    }
  }

  const sendAll = async (signal: AbortSignal, only: number | undefined) => {
    for (const { key, engine } of entries)
      if (!signal.aborted && (only === undefined || only === key)) await startOrRetry(engine)
    if (signal.aborted || entries.length === 0 || !entries.every(hasArrived)) return false
    await completeAll(signal)
    return true
  }

  return {
    ...store,
    add(files) {
      files.forEach(enter)
      show()
    },
    remove(key) {
      entries = entries.filter((entry) => entry.key !== key)
      show()
    },
    async run(about, only) {
      if (stop) return false
      const { signal } = (stop = new AbortController())
      details = about
      let reason: string | undefined
      show()
      const attached = await sendAll(signal, only).catch((error: unknown) => {
        if (!signal.aborted) reason = (error instanceof Error && error.message) || messages.reportFailed
        return false
      })
      stop = undefined
      show(reason)
      return attached
    },
    // Only one file is being sent; the others ignore the call.
    pause: () => entries.forEach(({ engine }) => engine.pause()),
    resume: () => entries.forEach(({ engine }) => engine.resume()),
    cancel() {
      stop?.abort()
      for (const { engine } of entries) engine.stop()
    },
  }
}

const startOrRetry = (engine: UploadEngine) =>
  engine.getSnapshot().state === 'error' ? engine.retry() : engine.start()

const hasArrived = ({ engine }: Entry) => engine.getSnapshot().state === 'completed'

import { type Observable, observable } from '#transfer/observable.ts'
import { retryWhileRateLimited } from '#transfer/retry.ts'
import type { Connectivity } from '#transfer/retry-loop.ts'
import type { StartInput, UploadCalls } from '#transfer/transfer.ts'
import { createUploadEngine, type UploadEngine, type UploadSnapshot } from '#transfer/upload-engine.ts'
import type { UploadSource } from '#transfer/upload-source.ts'
import { messages } from './messages.ts'

/** A report that is not published is a draft. */
export type QueueDetails = { publish: boolean }

type Completion = Parameters<UploadCalls['complete']>[0]

/** The calls of one upload, but `start` gets the report, and `complete` whether it publishes. */
export type QueueCalls<Details> = Omit<UploadCalls, 'start' | 'complete'> & {
  start(input: StartInput & { details: Details }): ReturnType<UploadCalls['start']>
  complete(input: Completion & { publish: boolean }): Promise<void>
}

export type QueuedFile = { key: number; file: UploadSource; upload: UploadSnapshot }
export type QueueSnapshot = {
  files: readonly QueuedFile[]
  running: boolean
  /** Everything was sent, but the completion failed. */
  reason?: string
}

/**
 * The files of one report. They are sent one at a time, and a failed file does not stop the others. They are completed only
 * when all have arrived; the last completion publishes the report, unless it is a draft. So a report is never published or
 * attached in part.
 */
export type UploadQueue<Details extends QueueDetails> = Observable<QueueSnapshot> & {
  add: (files: readonly File[]) => void
  remove: (key: number) => void
  /** Sends what has not arrived yet, or one file only. Resolves to whether everything has arrived and is attached. */
  run: (details: Details, only?: number) => Promise<boolean>
  pause: () => void
  resume: () => void
  cancel: () => void
}

type Entry = { key: number; engine: UploadEngine; sent?: Completion; completed?: true }

export function createUploadQueue<Details extends QueueDetails>(
  calls: QueueCalls<Details>,
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

  const enter = (file: File) => {
    const start: UploadCalls['start'] = (input) => {
      if (details === undefined) throw new Error('A file is sent before the report is known')
      return calls.start({ ...input, details })
    }
    const complete: UploadCalls['complete'] = async (sent) => {
      entry.sent = sent
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
      const publish = details?.publish === true && entry === open.at(-1)
      if (sent) await retryWhileRateLimited(() => calls.complete({ ...sent, signal, publish }), signal)
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

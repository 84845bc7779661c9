import { type Observable, observable } from './observable.ts'
import {
  createUploadEngine,
  type StartInput,
  type UploadCalls,
  type UploadEngine,
  type UploadSnapshot,
} from './upload-engine.ts'

type Completion = Parameters<UploadCalls['complete']>[0]

/** Like the calls of one upload, but the start is told of the report, and the completion whether it publishes. */
export type QueueCalls<Details> = Omit<UploadCalls, 'start' | 'complete'> & {
  start(input: StartInput & { details: Details }): ReturnType<UploadCalls['start']>
  complete(input: Completion & { publish: boolean }): Promise<void>
}

export type QueuedFile = { key: number; file: File; upload: UploadSnapshot }
export type QueueSnapshot = { files: readonly QueuedFile[]; running: boolean }

/** Several files for one report, one at a time; the report is published with the last file to arrive, and not before. */
export type UploadQueue<Details> = Observable<QueueSnapshot> & {
  add: (files: readonly File[]) => void
  remove: (key: number) => void
  /** Sends what is not there yet, going on after a file that fails. Answers whether everything is there and published. */
  run: (details: Details) => Promise<boolean>
  cancel: () => void
}

type Entry = { key: number; engine: UploadEngine; completion?: Completion }

export function createUploadQueue<Details>(calls: QueueCalls<Details>): UploadQueue<Details> {
  const store = observable<QueueSnapshot>({ files: [], running: false })
  let entries: Entry[] = []
  let nextKey = 1
  let published = false
  let run: AbortController | undefined
  let details: Details | undefined

  const show = () =>
    store.set({
      files: entries.map(({ key, engine }) => ({ key, file: engine.file, upload: engine.getSnapshot() })),
      running: run !== undefined,
    })

  const enter = (file: File) => {
    const key = nextKey++
    const complete: UploadCalls['complete'] = async (completion) => {
      const publish = entries.every((entry) => entry.key === key || isCompleted(entry))
      await calls.complete({ ...completion, publish })
      published ||= publish
      entries = entries.map((entry) => (entry.key === key ? { ...entry, completion } : entry))
    }
    const start: UploadCalls['start'] = (input) => {
      if (details === undefined) throw new Error('A file is sent before the report is known')
      return calls.start({ ...input, details })
    }
    const engine = createUploadEngine({ put: calls.put, start, complete }, file)
    engine.subscribe(show)
    entries = [...entries, { key, engine }]
  }

  /** When the file that would have published was taken out after a failure, another completion publishes. */
  const publishRest = async (signal: AbortSignal) => {
    const completion = entries.findLast((entry) => entry.completion)?.completion
    if (published || !completion) return
    await calls.complete({ ...completion, signal, publish: true })
    published = true
  }

  return {
    ...store,
    add(files) {
      files.forEach(enter)
      published &&= files.length === 0
      show()
    },
    remove(key) {
      entries = entries.filter((entry) => entry.key !== key)
      show()
    },
    async run(about) {
      if (run) return false
      details = about
      const { signal } = (run = new AbortController())
      show()
      try {
        for (const { engine } of entries) if (!signal.aborted) await tryOnce(engine)
        if (signal.aborted || entries.length === 0 || !entries.every(isCompleted)) return false
        await publishRest(signal)
        return true
      } finally {
        run = undefined
        show()
      }
    },
    cancel() {
      run?.abort()
      for (const { engine } of entries) engine.cancel()
    },
  }
}

const tryOnce = (engine: UploadEngine) => (engine.getSnapshot().state === 'error' ? engine.retry() : engine.start())

const isCompleted = ({ engine }: Entry) => engine.getSnapshot().state === 'completed'

import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { Connectivity } from '#transfer/retry-loop.ts'
import type { UploadCalls, UploadRef } from '#transfer/transfer.ts'
import { createUploadEngine } from '#transfer/upload-engine.ts'
import type { Session } from '../session.ts'
import { archiveCalls } from '../upload-calls.ts'

/** What the sender is about to do, or has just done. */
export const CHECKPOINTS = ['start', 'part', 'answer', 'complete', 'completed'] as const
export type Checkpoint = (typeof CHECKPOINTS)[number]

/** An archive that is being sent, and what the server acknowledged of it. */
export type Sent = {
  file: File
  sha256: string
  ref: UploadRef | undefined
  acknowledged: Map<number, string>
  /** How often each part was started. */
  attempts: Map<number, number>
  isComplete: boolean
}

export type Sender = {
  checkpoints: EventEmitter
  sent: Sent[]
  /** The step that it started last. */
  doing: () => Checkpoint | 'between'
  /** Why uploads stopped and had to be retried by hand. */
  stops: string[]
  /** Sends archives one after another until `finish` is called. Rejects when an archive cannot be sent. */
  run: () => Promise<void>
  finish: () => void
}

type Options = { session: Session; projectType: string; connectivity: Connectivity; nextFile: (index: number) => File }
const STOPS_MAX = 5

export function uploadLoop({ session, projectType, connectivity, nextFile }: Options): Sender {
  const checkpoints = new EventEmitter()
  const sent: Sent[] = []
  const stops: string[] = []
  let doing: Checkpoint | 'between' = 'between'
  const finishing = new AbortController()
  const calls = archiveCalls(session, { projectType, description: '', reportCategories: ['orthomosaic'] })
  const note = (now: Checkpoint | 'between') => {
    doing = now
    checkpoints.emit(now)
  }

  const sendOne = async (archive: Sent) => {
    const engine = createUploadEngine(recording(calls, { archive, note }), archive.file, { connectivity })
    await engine.start()
    for (let attempts = 0; engine.getSnapshot().state === 'error'; attempts += 1) {
      const { reason = '' } = engine.getSnapshot()
      stops.push(reason)
      if (attempts === STOPS_MAX) throw new Error(`${archive.file.name} could not be sent: ${reason}`)
      await engine.retry()
    }
  }

  return {
    checkpoints,
    sent,
    stops,
    doing: () => doing,
    async run() {
      while (!finishing.signal.aborted) {
        const file = nextFile(sent.length)
        const sha256 = createHash('sha256')
          .update(await file.bytes())
          .digest('hex')
        const archive = {
          file,
          sha256,
          ref: undefined,
          acknowledged: new Map(),
          attempts: new Map(),
          isComplete: false,
        }
        sent.push(archive)
        await sendOne(archive)
      }
    },
    finish: () => finishing.abort(),
  }
}

type Recording = { archive: Sent; note: (now: Checkpoint | 'between') => void }

/** The calls of the CLI, with a checkpoint before and after each. */
const recording = (calls: UploadCalls, { archive, note }: Recording): UploadCalls => ({
  async start(input) {
    note('start')
    const upload = await calls.start(input)
    const ref = { id: upload.id, uploadId: upload.preSignedUrl.uploadId }
    if (archive.ref && archive.ref.uploadId !== ref.uploadId) throw new Error('The upload was opened a second time')
    archive.ref = ref
    note('between')
    return upload
  },
  async put(input) {
    const part = Number(new URL(input.url).searchParams.get('partNumber'))
    if (archive.acknowledged.has(part)) throw new Error(`Part ${part} is sent again although it was acknowledged`)
    archive.attempts.set(part, (archive.attempts.get(part) ?? 0) + 1)
    note('part')
    const onSent = (bytes: number) => {
      input.onSent(bytes)
      if (bytes === input.body.size) note('answer')
    }
    const etag = await calls.put({ ...input, onSent })
    archive.acknowledged.set(part, (etag ?? '').replaceAll('"', ''))
    note('between')
    return etag
  },
  fetchArrived: (input) => calls.fetchArrived(input),
  async complete(input) {
    note('complete')
    await calls.complete(input)
    archive.isComplete = true
    note('completed')
  },
  // A crash may interrupt this; the archive itself is complete by then.
  confirm: (input) => calls.confirm(input).catch(() => undefined),
})

import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { Connection } from '#transfer/retry-loop.ts'
import type { UploadCalls, UploadRef } from '#transfer/transfer.ts'
import { createUploadEngine } from '#transfer/upload-engine.ts'
import { archiveCalls } from '../archive-calls.ts'
import type { Session } from '../session.ts'

/** What the sender is about to do, or has just done. */
export const MOMENTS = ['start', 'part', 'answer', 'complete', 'completed'] as const
export type Moment = (typeof MOMENTS)[number]

/** An archive on its way, and all that its sender was told of it. */
export type Sent = {
  file: File
  sha256: string
  ref: UploadRef | undefined
  acknowledged: Map<number, string>
  /** How often each part was begun. */
  tries: Map<number, number>
  isComplete: boolean
}

export type Sender = {
  moments: EventEmitter
  sent: Sent[]
  /** The last thing it has begun. */
  doing: () => Moment | 'between'
  /** Why uploads stopped and had to be retried by hand. */
  stops: string[]
  /** Sends archives one after another until it is told to stop; rejects when one won't go. */
  run: () => Promise<void>
  finish: () => void
}

type Options = { session: Session; projectType: string; connection: Connection; nextFile: (index: number) => File }
const STOPS_MAX = 5

export function uploadLoop({ session, projectType, connection, nextFile }: Options): Sender {
  const moments = new EventEmitter()
  const sent: Sent[] = []
  const stops: string[] = []
  let doing: Moment | 'between' = 'between'
  const finishing = new AbortController()
  const calls = archiveCalls(session, { projectType, description: '', reportCategories: ['orthomosaic'] })
  const note = (now: Moment | 'between') => {
    doing = now
    moments.emit(now)
  }

  const sendOne = async (archive: Sent) => {
    const engine = createUploadEngine(recording(calls, { archive, note }), archive.file, { connection })
    await engine.start()
    for (let tries = 0; engine.getSnapshot().state === 'error'; tries += 1) {
      const { reason = '' } = engine.getSnapshot()
      stops.push(reason)
      if (tries === STOPS_MAX) throw new Error(`${archive.file.name} could not be sent: ${reason}`)
      await engine.retry()
    }
  }

  return {
    moments,
    sent,
    stops,
    doing: () => doing,
    async run() {
      while (!finishing.signal.aborted) {
        const file = nextFile(sent.length)
        const sha256 = createHash('sha256')
          .update(await file.bytes())
          .digest('hex')
        const archive = { file, sha256, ref: undefined, acknowledged: new Map(), tries: new Map(), isComplete: false }
        sent.push(archive)
        await sendOne(archive)
      }
    },
    finish: () => finishing.abort(),
  }
}

type Recording = { archive: Sent; note: (now: Moment | 'between') => void }

/** The calls of the command line, each noted as it begins and as it is answered. */
const recording = (calls: UploadCalls, { archive, note }: Recording): UploadCalls => ({
  async start(input) {
    note('start')
    const slots = await calls.start(input)
    const ref = { id: slots.id, uploadId: slots.preSignedUrl.uploadId }
    if (archive.ref && archive.ref.uploadId !== ref.uploadId) throw new Error('The upload was opened a second time')
    archive.ref = ref
    note('between')
    return slots
  },
  async put(input) {
    const part = Number(new URL(input.url).searchParams.get('partNumber'))
    if (archive.acknowledged.has(part)) throw new Error(`Part ${part} is sent again though it was acknowledged`)
    archive.tries.set(part, (archive.tries.get(part) ?? 0) + 1)
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
  // A crash may cut this off; the archive itself is complete by then.
  confirm: (input) => calls.confirm(input).catch(() => undefined),
})

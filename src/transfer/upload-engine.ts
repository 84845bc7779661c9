import { seconds } from '#domain/units.ts'
import { type Observable, observable } from './observable.ts'
import { type Connectivity, createRetryLoop, type WaitReason } from './retry-loop.ts'
import { createRetryPolicy } from './retry-policy.ts'
import { type PartState, Transfer, type UploadCalls, type UploadRef } from './transfer.ts'
import { createTransferRate } from './transfer-rate.ts'
import { messageOf } from './upload-error.ts'
import type { UploadSource } from './upload-source.ts'

export type UploadState = 'ready' | 'uploading' | 'completed' | 'error'

export type UploadSnapshot = {
  state: UploadState
  waitReason?: WaitReason
  /** The state of part n at index n - 1; empty until the part size is known. */
  parts: readonly PartState[]
  sentBytes: number
  totalBytes: number
  bytesPerSecond?: number
  /** The estimated end, in ms since 1970. */
  endsAt?: number
  /** Why the last attempt failed. */
  reason?: string
  open?: UploadRef
}

/**
 * The upload of one file. Its parts are sent in order, one at a time, and never again once they have arrived. Lost connections
 * are retried; an attempt ends only by an error that retrying cannot fix.
 */
export type UploadEngine = Observable<UploadSnapshot> & {
  readonly file: UploadSource
  /** Does nothing while the upload runs or is complete. Resolves when it has ended; never rejects. */
  start: () => Promise<void>
  /** Starts a failed upload again, under its id. */
  retry: () => Promise<void>
  /** Sends nothing until `resume`. */
  pause: () => void
  resume: () => void
  /** After completion: whether the server received the digest of the file, so that it can compare. */
  confirmed: () => Promise<boolean>
  /** Stops sending. What has arrived stays on the server until the upload is cancelled or expires. */
  stop: () => void
}

type Options = {
  /** An open upload to resume, started here or elsewhere. */
  open?: UploadRef | undefined
  connectivity?: Connectivity
}

const ALWAYS_ONLINE: Connectivity = { isOnline: () => true, subscribe: () => () => {} }

export function createUploadEngine(
  calls: UploadCalls,
  file: UploadSource,
  { open, connectivity = ALWAYS_ONLINE }: Options = {},
): UploadEngine {
  const retryPolicy = createRetryPolicy(Date.now)
  const rate = createTransferRate()
  let running: AbortController | undefined
  let confirmation = Promise.resolve(false)

  const transfer = new Transfer(calls, file, {
    ...(open ? { open } : {}),
    onProgress: () => show(),
    onAdvance: retryPolicy.reset,
    // The bytes that were stored already say nothing about the speed.
    onUrls: rate.reset,
  })
  const retryLoop = createRetryLoop({
    attempt: (signal) => transfer.run(signal),
    retryPolicy,
    connectivity,
    onWait: () => show(),
  })
  const snapshot = (state: UploadState): UploadSnapshot => ({ state, totalBytes: file.size, ...transfer.progress() })
  const store = observable<UploadSnapshot>(snapshot('ready'))

  const show = () => {
    if (!running) return
    const waitReason = retryLoop.waitReason()
    if (waitReason === 'paused') transfer.resetPartInFlight()
    const now = snapshot('uploading')
    const at = Date.now()
    const bytesPerSecond = waitReason ? rate.reset() : rate.record(now.sentBytes, at)
    const rest = bytesPerSecond === undefined ? {} : estimate(file.size - now.sentBytes, { bytesPerSecond, at })
    store.set({ ...now, ...(waitReason ? { waitReason } : {}), ...rest })
  }

  const finish = (final: UploadSnapshot) => {
    running = undefined
    store.set(final)
  }

  const attempt = async (fallback: string) => {
    if (store.getSnapshot().state !== 'ready') return
    const { signal } = (running = new AbortController())
    retryPolicy.reset()
    rate.reset()
    show()
    const unsubscribe = connectivity.subscribe(show)
    // Time without a byte lowers the speed, too.
    const tick = setInterval(show, seconds(1))
    try {
      transfer.startHashing(signal)
      await retryLoop.run(signal)
      if (signal.aborted) return
      finish(snapshot('completed'))
      confirmation = transfer.sendDigest()
      confirmation.catch((error: unknown) => console.warn('The file could not be compared', error))
    } catch (error) {
      if (!signal.aborted) finish({ ...snapshot('error'), reason: messageOf(error, fallback) })
    } finally {
      clearInterval(tick)
      unsubscribe()
    }
  }

  return {
    ...store,
    file,
    confirmed: () => confirmation,
    start: () => attempt('Upload failed'),
    async retry() {
      if (store.getSnapshot().state !== 'error') return
      store.set(snapshot('ready'))
      await attempt('Retry failed')
    },
    pause: retryLoop.pause,
    resume: retryLoop.resume,
    stop() {
      if (!running) return
      running.abort()
      transfer.resetPartInFlight()
      finish(snapshot('ready'))
    },
  }
}

function estimate(bytesLeft: number, { bytesPerSecond, at }: { bytesPerSecond: number; at: number }) {
  const left = bytesLeft / bytesPerSecond
  return Number.isFinite(left) ? { bytesPerSecond, endsAt: at + seconds(left) } : { bytesPerSecond }
}

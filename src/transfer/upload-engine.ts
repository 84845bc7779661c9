import { seconds } from '#domain/units.ts'
import { type Observable, observable } from './observable.ts'
import { type Connection, createRetryLoop, type Hold } from './retry-loop.ts'
import { createRetryPolicy } from './retry-policy.ts'
import { type PartState, Transfer, type UploadCalls, type UploadRef } from './transfer.ts'
import { createTransferRate } from './transfer-rate.ts'
import { reasonOf } from './upload-error.ts'
import type { UploadSource } from './upload-source.ts'

export type UploadState = 'ready' | 'uploading' | 'completed' | 'error'

export type UploadSnapshot = {
  state: UploadState
  hold?: Hold
  /** State of part n at index n - 1; empty until the server has said how large a part is. */
  parts: readonly PartState[]
  sentBytes: number
  totalBytes: number
  bytesPerSecond?: number
  /** When it will be there at that speed, in ms since 1970. */
  endsAt?: number
  /** Why the last try failed. */
  reason?: string
  open?: UploadRef
}

/**
 * The upload of one file: its parts go in order, one at a time, and never twice once they have arrived. A lost connection is waited
 * out; only what trying again can't mend ends a try.
 */
export type UploadEngine = Observable<UploadSnapshot> & {
  readonly file: UploadSource
  /** Does nothing while the upload runs or when it is complete. Settles when the try is over; never rejects. */
  start: () => Promise<void>
  /** Resets a failed upload to ready and starts it again under the id it already has. */
  retry: () => Promise<void>
  /** Stops sending until it is told to go on. */
  pause: () => void
  goOn: () => void
  /** After completion: whether the server was told the digest of the file, so that it can compare. */
  confirmed: () => Promise<boolean>
  /** Stops at once; what has arrived stays on the server until the upload is abandoned. */
  cancel: () => void
}

type Options = {
  /** An upload that was opened earlier, here or elsewhere, and goes on now. */
  open?: UploadRef | undefined
  connection?: Connection
}

const ALWAYS_ONLINE: Connection = { isOnline: () => true, subscribe: () => () => {} }

export function createUploadEngine(
  calls: UploadCalls,
  file: UploadSource,
  { open, connection = ALWAYS_ONLINE }: Options = {},
): UploadEngine {
  const retryPolicy = createRetryPolicy(Date.now)
  const pace = createTransferRate()
  let stop: AbortController | undefined
  let confirmation = Promise.resolve(false)

  const transfer = new Transfer(calls, file, {
    ...(open ? { open } : {}),
    onProgress: () => show(),
    onAdvance: retryPolicy.renew,
    // What was there already says nothing of the speed.
    onSlots: pace.forget,
  })
  const retryLoop = createRetryLoop({
    run: (signal) => transfer.run(signal),
    retryPolicy,
    connection,
    onHold: () => show(),
  })
  const snapshot = (state: UploadState): UploadSnapshot => ({ state, totalBytes: file.size, ...transfer.progress() })
  const store = observable<UploadSnapshot>(snapshot('ready'))

  const show = () => {
    if (!stop) return
    const hold = retryLoop.hold()
    if (hold === 'paused') transfer.stopPart()
    const now = snapshot('uploading')
    const at = Date.now()
    const bytesPerSecond = hold ? pace.forget() : pace.note(now.sentBytes, at)
    const rest = bytesPerSecond === undefined ? {} : estimate(file.size - now.sentBytes, { bytesPerSecond, at })
    store.set({ ...now, ...(hold ? { hold } : {}), ...rest })
  }

  const end = (last: UploadSnapshot) => {
    stop = undefined
    store.set(last)
  }

  const attempt = async (fallback: string) => {
    if (store.getSnapshot().state !== 'ready') return
    const { signal } = (stop = new AbortController())
    retryPolicy.renew()
    pace.forget()
    show()
    const forgetLine = connection.subscribe(show)
    // Time that passes without a byte lowers the speed, too.
    const tick = setInterval(show, seconds(1))
    try {
      transfer.readContent(signal)
      await retryLoop.drive(signal)
      if (signal.aborted) return
      end(snapshot('completed'))
      confirmation = transfer.confirmContent()
      confirmation.catch((error: unknown) => console.warn('The file could not be compared', error))
    } catch (error) {
      if (!signal.aborted) end({ ...snapshot('error'), reason: reasonOf(error, fallback) })
    } finally {
      clearInterval(tick)
      forgetLine()
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
    goOn: retryLoop.goOn,
    cancel() {
      if (!stop) return
      stop.abort()
      transfer.stopPart()
      end(snapshot('ready'))
    },
  }
}

function estimate(bytesLeft: number, { bytesPerSecond, at }: { bytesPerSecond: number; at: number }) {
  const left = bytesLeft / bytesPerSecond
  return Number.isFinite(left) ? { bytesPerSecond, endsAt: at + seconds(left) } : { bytesPerSecond }
}

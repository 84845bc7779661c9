import { hours, MiB, seconds } from '#domain/units.ts'
import type { CallError } from './call-error.ts'

/** A connection that has taken no byte for this long, or owes its answer that long, is given up. */
export const SILENCE_MS = seconds(90)
const PAUSES_MS = [1, 2, 4, 8, 16, 30].map(seconds)
/** So often in a row a server that can be reached may refuse a part before people are told. */
const FAILED_ATTEMPTS_MAX = 4
/** An outage is retried overnight at most. */
const OUTAGE_MAX_MS = hours(12)
/** A try that got this far shows that the line works; less may only ever have reached a buffer. */
const FAR_BYTES = MiB(4)

export type Failure = {
  fault: CallError
  /** How much of a part had gone out; undefined when a call about the upload failed. */
  partBytesSent?: number | undefined
  offline: boolean
}

export type RetryPolicy = {
  /** Milliseconds to rest before the next try; undefined when another try is of no use. */
  delayAfter: (failure: Failure) => number | undefined
  /** A part has arrived, so what failed before it no longer counts. */
  renew: () => void
}

/** How long an upload goes on trying. Lost connections are waited out, refusals of a server that is there are not. */
export function createRetryPolicy(now: () => number): RetryPolicy {
  let failures = 0
  let fruitless = 0
  let since: number | undefined

  return {
    delayAfter({ fault, partBytesSent, offline }) {
      if (!mayPass(fault, partBytesSent !== undefined)) return undefined
      since ??= now()
      if (now() - since > OUTAGE_MAX_MS) return undefined
      const counts = !offline && !isOutage(fault, partBytesSent)
      if (counts && ++fruitless >= FAILED_ATTEMPTS_MAX) return undefined
      const expiredLink = fault.status === 403 && fruitless === 1
      const pause = expiredLink ? 0 : (PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)] ?? 0)
      failures += 1
      return Math.max(pause, seconds(fault.retryAfterSeconds ?? 0))
    },
    renew() {
      failures = 0
      fruitless = 0
      since = undefined
    },
  }
}

/**
 * A link to a part may have expired, its upload be gone, a newer connection be sending it, or more of it be there than was
 * known: asking for slots again tells.
 */
function mayPass({ status }: CallError, isPart: boolean): boolean {
  if (isPart && [403, 404, 409, 412].includes(status)) return true
  return status === 0 || status === 408 || status === 429 || (status >= 500 && status !== 507)
}

function isOutage({ status }: CallError, partBytesSent: number | undefined): boolean {
  if (status === 0) return partBytesSent === undefined || partBytesSent >= FAR_BYTES
  return [408, 429, 502, 503, 504].includes(status)
}

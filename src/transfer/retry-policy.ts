import { hours, MiB, seconds } from '#domain/units.ts'
import type { CallError } from './call-error.ts'

/** A connection that accepts no byte, or sends no response, for this long is aborted. */
export const IDLE_TIMEOUT_MS = seconds(90)
const BACKOFF_MS = [1, 2, 4, 8, 16, 30].map(seconds)
/** After this many failed attempts in a row at a reachable server, the upload fails. */
const FAILED_ATTEMPTS_MAX = 4
/** An outage is retried overnight at most. */
const OUTAGE_MAX_MS = hours(12)
/** An attempt that sent this much shows that the connection works. Fewer bytes may only have reached a buffer. */
const PROGRESS_BYTES = MiB(4)

export type Failure = {
  error: CallError
  /** How many bytes of the part were sent; undefined when another call of the upload failed. */
  partBytesSent?: number | undefined
  offline: boolean
}

export type RetryPolicy = {
  /** Milliseconds until the next attempt; undefined when there is no point in another one. */
  delayAfter: (failure: Failure) => number | undefined
  /** A part has arrived, so earlier failures no longer count. */
  reset: () => void
}

/**
 * Decides whether and when an upload is retried. Lost connections are retried for hours, rejections by a reachable server only
 * a few times.
 */
export function createRetryPolicy(now: () => number): RetryPolicy {
  let failures = 0
  let failedAttempts = 0
  let since: number | undefined

  return {
    delayAfter({ error, partBytesSent, offline }) {
      if (!isRetryable(error, partBytesSent !== undefined)) return undefined
      since ??= now()
      if (now() - since > OUTAGE_MAX_MS) return undefined
      const counts = !offline && !isOutage(error, partBytesSent)
      if (counts && ++failedAttempts >= FAILED_ATTEMPTS_MAX) return undefined
      const expiredLink = error.status === 403 && failedAttempts === 1
      const delay = expiredLink ? 0 : (BACKOFF_MS[Math.min(failures, BACKOFF_MS.length - 1)] ?? 0)
      failures += 1
      return Math.max(delay, seconds(error.retryAfterSeconds ?? 0))
    },
    reset() {
      failures = 0
      failedAttempts = 0
      since = undefined
    },
  }
}

/**
 * A signed URL may have expired, the upload may be gone, a newer connection may send the part, or more of it may be stored than
 * expected. New URLs show which.
 */
function isRetryable({ status }: CallError, isPart: boolean): boolean {
  if (isPart && [403, 404, 409, 412].includes(status)) return true
  return status === 0 || status === 408 || status === 429 || (status >= 500 && status !== 507)
}

function isOutage({ status }: CallError, partBytesSent: number | undefined): boolean {
  if (status === 0) return partBytesSent === undefined || partBytesSent >= PROGRESS_BYTES
  return [408, 429, 502, 503, 504].includes(status)
}

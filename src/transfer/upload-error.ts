import { CallError } from './call-error.ts'
import type { Failure } from './retry-policy.ts'

/** A failure in words for people; what else goes wrong is told in fixed words, not in those of the machine. */
export class UploadError extends Error {
  /** How much of a part had gone out when it failed. */
  readonly partBytesSent: number | undefined

  constructor(message: string, { cause, partBytesSent }: { cause?: unknown; partBytesSent?: number } = {}) {
    super(message, { cause })
    this.name = 'UploadError'
    this.partBytesSent = partBytesSent
  }
}

export const reasonOf = (error: unknown, fallback: string): string =>
  error instanceof UploadError ? error.message : fallback

/** For a failed call: the server's words if it gave any, else these. */
export const failWith = (fallback: string) => (error: unknown) => {
  throw new UploadError((error instanceof Error && error.message) || fallback, { cause: error })
}

/** What the retry policy judges by; undefined for a failure not caused by a response or its absence. */
export function failureOf(error: unknown): Omit<Failure, 'offline'> | undefined {
  if (!(error instanceof UploadError) || !(error.cause instanceof CallError)) return undefined
  return { fault: error.cause, partBytesSent: error.partBytesSent }
}

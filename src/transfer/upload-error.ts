import { CallError } from './call-error.ts'
import type { Failure } from './retry-policy.ts'

/** An error with a message for people. Any other error is shown as a fixed message. */
export class UploadError extends Error {
  /** How many bytes of the part were sent when it failed. */
  readonly partBytesSent: number | undefined

  constructor(message: string, { cause, partBytesSent }: { cause?: unknown; partBytesSent?: number } = {}) {
    super(message, { cause })
    this.name = 'UploadError'
    this.partBytesSent = partBytesSent
  }
}

export const messageOf = (error: unknown, fallback: string): string =>
  error instanceof UploadError ? error.message : fallback

/** For a failed call: the server's message if there is one, otherwise `fallback`. */
export const rethrowAs = (fallback: string) => (error: unknown) => {
  throw new UploadError((error instanceof Error && error.message) || fallback, { cause: error })
}

/** The input of the retry policy; undefined for a failure that is not caused by a response or its absence. */
export function failureOf(error: unknown): Omit<Failure, 'offline'> | undefined {
  if (!(error instanceof UploadError) || !(error.cause instanceof CallError)) return undefined
  return { error: error.cause, partBytesSent: error.partBytesSent }
}

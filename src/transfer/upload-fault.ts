import { CallFault } from './call-fault.ts'
import type { Failure } from './patience.ts'

/** A failure in words for people; what else goes wrong is told in fixed words, not in those of the machine. */
export class UploadFault extends Error {
  /** How much of a part had gone out when it failed. */
  readonly partBytesSent: number | undefined

  constructor(message: string, { cause, partBytesSent }: { cause?: unknown; partBytesSent?: number } = {}) {
    super(message, { cause })
    this.name = 'UploadFault'
    this.partBytesSent = partBytesSent
  }
}

export const reasonOf = (error: unknown, fallback: string): string =>
  error instanceof UploadFault ? error.message : fallback

/** For a failed call: the server's words if it gave any, else these. */
export const failWith = (fallback: string) => (error: unknown) => {
  throw new UploadFault((error instanceof Error && error.message) || fallback, { cause: error })
}

/** What patience judges by; undefined for a failure that no answer of the server, or the lack of one, has caused. */
export function failureOf(error: unknown): Omit<Failure, 'offline'> | undefined {
  if (!(error instanceof UploadFault) || !(error.cause instanceof CallFault)) return undefined
  return { fault: error.cause, partBytesSent: error.partBytesSent }
}

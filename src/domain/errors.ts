/** What can go wrong, by meaning; only the edge of the server knows HTTP numbers. */
export type ErrorCode =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'conflict'
  | 'too-large'
  | 'unsupported-type'
  | 'too-slow'
  | 'too-many'
  | 'unavailable'
  | 'storage-full'

/** A message that belongs under one field of a form. */
export type FieldError = { field: string; message: string }

export type ErrorDetails = {
  errors?: FieldError[]
  /** Seconds after which the same call may succeed. */
  retryAfterSeconds?: number
  /** The present state of a thing that someone else has changed. */
  data?: unknown
}

/** The one error that use cases throw; its message is written for the person who reads it. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.details = details
  }
}

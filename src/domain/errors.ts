/** The kinds of errors. src/server/http maps them to HTTP statuses. */
export type ErrorCode =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'conflict'
  | 'precondition-failed'
  | 'too-large'
  | 'unsupported-type'
  | 'too-slow'
  | 'too-many'
  | 'unavailable'
  | 'storage-full'

/** A validation error of one field. */
export type FieldError = { field: string; message: string }

export type ErrorDetails = {
  errors?: FieldError[]
  /** Seconds after which the same call may succeed. */
  retryAfterSeconds?: number
  /** The current state of an object that changed meanwhile. */
  data?: unknown
}

/** The error that use cases throw. Its message is shown to people. */
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

/** Of one field of what was sent: its message is that of the whole. */
export const errorAt = (field: string, message: string, code: ErrorCode = 'invalid'): AppError =>
  new AppError(code, message, { errors: [{ field, message }] })

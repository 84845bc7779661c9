import type { FieldError } from '#domain/errors.ts'

export const UNEXPECTED = 'An unexpected error occurred'

type Details = {
  errors?: FieldError[]
  requestId?: string | undefined
  retryAfterSeconds?: number | undefined
  data?: unknown
}

/** An answer that is no success; status 0 when no answer came at all. */
export class ApiError extends Error {
  readonly status: number
  /** Faults of single fields, to stand under them. */
  readonly errors: FieldError[]
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** The present state of a thing that someone else has changed (409). */
  readonly data: unknown

  constructor(status: number, message: string, details: Details = {}) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.errors = details.errors ?? []
    this.requestId = details.requestId
    this.retryAfterSeconds = details.retryAfterSeconds
    this.data = details.data
  }
}

export const hasStatus = (error: unknown, ...statuses: number[]): error is ApiError =>
  error instanceof ApiError && statuses.includes(error.status)

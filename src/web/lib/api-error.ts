import type { FieldError } from '#domain/errors.ts'

export const UNEXPECTED = 'An unexpected error occurred'

type Details = {
  errors?: FieldError[]
  requestId?: string | undefined
  retryAfterSeconds?: number | undefined
  data?: unknown
}

/** A failed call. Status 0 means that there was no response. */
export class ApiError extends Error {
  readonly status: number
  /** Validation errors of single fields. */
  readonly errors: FieldError[]
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** The current state of an object that changed meanwhile (409). */
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

/** The message of the server. Empty when there was no response. */
export const serverMessage = (error: unknown): string =>
  error instanceof ApiError && error.status !== 0 ? error.message : ''

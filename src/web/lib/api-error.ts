import type { FieldError } from '#domain/errors.ts'

export const UNEXPECTED = 'An unexpected error occurred'

type Details = {
  errors?: FieldError[]
  requestId?: string | undefined
  retryAfterSeconds?: number | undefined
  data?: unknown
  isUnreadable?: boolean
}

/** A failed call. Status 0 means that there was no response. `message` is never empty. */
export class ApiError extends Error {
  readonly status: number
  /** What the server said. Undefined without a response, with an empty message, or with an answer that is none of ours. */
  readonly serverMessage: string | undefined
  /** Validation errors of single fields. */
  readonly errors: FieldError[]
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** The current state of an object that changed meanwhile (409). */
  readonly data: unknown
  /** The call succeeded, and its answer is none of ours, such as the page of a proxy. */
  readonly isUnreadable: boolean

  constructor(status: number, serverMessage?: string, details: Details = {}) {
    super(serverMessage || UNEXPECTED)
    this.name = 'ApiError'
    this.status = status
    this.serverMessage = serverMessage || undefined
    this.errors = details.errors ?? []
    this.requestId = details.requestId
    this.retryAfterSeconds = details.retryAfterSeconds
    this.data = details.data
    this.isUnreadable = details.isUnreadable ?? false
  }
}

export const hasStatus = (error: unknown, ...statuses: number[]): error is ApiError =>
  error instanceof ApiError && statuses.includes(error.status)

/** What the server said, or else a message of our own. */
export const messageOr = (error: unknown, fallback: string): string =>
  (error instanceof ApiError ? error.serverMessage : undefined) ?? fallback

export const NO_RESPONSE = "The server didn't respond. Check your connection, then try again."

/** What a person is told about a failed call: of a wrong field its own message; never nothing. */
export function problemOf(error: unknown): string {
  if (!(error instanceof ApiError)) return UNEXPECTED
  return error.status === 0 ? NO_RESPONSE : (error.errors[0]?.message ?? withRequestId(error))
}

/** Of a failure that the server can't explain, with the id under which it is in the log. */
export const withRequestId = ({ message, requestId, status, serverMessage }: ApiError): string =>
  requestId && (status >= 500 || serverMessage === undefined) ? `${message} (request ${requestId})` : message

import { statusLabel } from '#domain/analyses.ts'
import { ApiError, hasStatus } from '#web/lib/api.ts'

/** The words under 'Error loading users': what the server says, or the words of the specification. */
export const loadError = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.status !== 0 ? withRequestId(error) : fallback

export const statusSaved = (status: string): string => `Status successfully updated to ${statusLabel(status)}`

/** The server answered and refused, or nothing came back. */
export const statusNotSaved = (error: unknown): string =>
  error instanceof ApiError && error.status !== 0
    ? 'Error updating status'
    : 'An error occurred while updating the status'

export const isConflict = (error: unknown): boolean => hasStatus(error, 409)

const withRequestId = ({ message, requestId, status }: ApiError): string =>
  requestId && status >= 500 ? `${message} (request ${requestId})` : message

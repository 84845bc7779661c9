import { ApiError } from '#web/lib/api.ts'

const LIST_FAILED = 'Failed to fetch users.'

/** Below 'Error loading users': a search shows the raw message, the list its own message and then that of the server. */
export function usersError(error: Error | null, searching: boolean): string[] {
  if (searching && error) return [error.message]
  return error instanceof ApiError && error.status !== 0 ? [LIST_FAILED, error.message] : [LIST_FAILED]
}

export const REASON_REQUIRED = 'Tell this person why you reject their account.'

export const storageError = (error: Error): string => `Error while loading storage: ${error.message}`

export const verifyError = (error: Error): string => `Error while verifying user: ${error.message}`

import { ApiError } from '#web/lib/api.ts'

/** Under 'Error loading users': what the server says, or the words of the specification when it said nothing. */
export const usersError = (error: unknown): string =>
  error instanceof ApiError && error.status !== 0 ? error.message : 'Failed to fetch users.'

export const verifyError = (error: Error): string => `Error while verifying user: ${error.message}`

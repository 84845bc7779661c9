import { ApiError } from '#web/lib/api.ts'

/** Empty when no answer came. */
export const serverWords = (error: unknown): string =>
  error instanceof ApiError && error.status !== 0 ? error.message : ''

export const REPORT_FAILED = 'Error while getting report'

export const removalError = (error: unknown): string =>
  serverWords(error) || 'The file could not be removed. Try again.'

import { ApiError } from '#web/lib/api.ts'

const serverWords = (error: unknown): string => (error instanceof ApiError && error.status !== 0 ? error.message : '')

export const reportError = (error: unknown): string => serverWords(error) || 'Error while getting report'

export const removalError = (error: unknown): string =>
  serverWords(error) || 'The file could not be removed. Try again.'

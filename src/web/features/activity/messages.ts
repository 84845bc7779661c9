import { ApiError } from '#web/lib/api.ts'

/** The server's words, if it said any. */
export const activityError = (error: unknown): string[] =>
  error instanceof ApiError && error.status !== 0 ? [error.message] : ['No answer came from the server.']

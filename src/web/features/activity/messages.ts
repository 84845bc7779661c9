import { ApiError } from '#web/lib/api.ts'

/** The message of the server, if there is one. */
export const activityError = (error: unknown): string[] =>
  error instanceof ApiError && error.status !== 0 ? [error.message] : ["The server didn't respond."]

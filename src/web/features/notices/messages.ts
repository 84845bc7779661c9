import { problemOf } from '#web/lib/api.ts'

/** The message of the server, if there is one. */
export const noticesError = (error: unknown): string[] => [problemOf(error)]

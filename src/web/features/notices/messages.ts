import { serverMessage } from '#web/lib/api.ts'

/** The message of the server, if there is one. */
export const noticesError = (error: unknown): string[] => [serverMessage(error) || "The server didn't respond."]

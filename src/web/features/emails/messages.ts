import type { UndeliveredEmail } from '#contract/emails.ts'
import { ApiError } from '#web/lib/api.ts'

/** The server's words, if it said any. */
export const emailsError = (error: unknown): string[] =>
  error instanceof ApiError && error.status !== 0 ? [error.message] : ['No answer came from the server.']

/** How hard it was tried, and why it can't be tried again where it can't. */
export function attemptsText({ tries, mayRetry }: Pick<UndeliveredEmail, 'tries' | 'mayRetry'>): string {
  const tried = tries === 0 ? 'Not tried' : tries === 1 ? 'Tried once' : `Tried ${tries} times`
  return mayRetry
    ? `${tried}.`
    : `${tried}. Its code is no longer good; a new one can be asked for on the login screen.`
}

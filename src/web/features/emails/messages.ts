import type { UndeliveredEmail } from '#contract/emails.ts'
import { ApiError } from '#web/lib/api.ts'

/** The message of the server, if there is one. */
export const emailsError = (error: unknown): string[] =>
  error instanceof ApiError && error.status !== 0 ? [error.message] : ["The server didn't respond."]

/** How many attempts there were, and why there can be no other. */
export function attemptsText({ attempts, canRetry }: Pick<UndeliveredEmail, 'attempts' | 'canRetry'>): string {
  const times = attempts === 0 ? 'Not sent' : attempts === 1 ? 'Tried once' : `Tried ${attempts} times`
  return canRetry ? `${times}.` : `${times}. Its code has expired; a new one can be requested on the login screen.`
}

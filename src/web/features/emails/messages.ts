import type { UndeliveredEmail } from '#contract/emails.ts'

/** How many attempts there were, and why there can be no other. */
export function attemptsText({ attempts, canRetry }: Pick<UndeliveredEmail, 'attempts' | 'canRetry'>): string {
  const times = attempts === 0 ? 'Not sent' : attempts === 1 ? 'Tried once' : `Tried ${attempts} times`
  return canRetry ? `${times}.` : `${times}. Its code has expired; a new one can be requested on the login screen.`
}

import { createHash, randomBytes } from 'node:crypto'
import { INVITATION_TTL_MS } from '#domain/memberships.ts'
import { INVITATIONS_PER_EMAIL } from '#domain/rate-limits.ts'
import type { Database } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { consumeRateLimit, tooManyRequests } from '../../rate-limits/sliding-window.ts'

// Of links that are emailed to one person: invitations to an account, and offers of a trial.

/** The code is as long as a key, so its hash needs no salt. */
export const hashInvitation = (code: string): string => createHash('sha256').update(code).digest('hex')

/** The code stands in the email only; the database has its hash. */
export function makeInvitationCode(at: Date): { code: string; codeHash: string; expiresAt: Date } {
  const code = randomBytes(32).toString('base64url')
  return { code, codeHash: hashInvitation(code), expiresAt: new Date(at.getTime() + INVITATION_TTL_MS) }
}

/** @throws AppError 'too-many' */
export async function countInvitation(trx: Database, { now }: Pick<Deps, 'now'>, email: string): Promise<void> {
  const wait = await consumeRateLimit(trx, `invited:${email}`, { limits: [INVITATIONS_PER_EMAIL], now: now() })
  if (wait > 0) throw tooManyRequests('This address was invited several times today. Try again later.', wait)
}

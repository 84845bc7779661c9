import { randomUUID } from 'node:crypto'
import type { Actor } from '../../../actor.ts'
import type { Deps } from '../../../deps.ts'
import { consumeRateLimit, tooManyRequests } from '../../../rate-limits/sliding-window.ts'
import { wrongCurrentPassword } from '../locked-account.ts'
import { oneAttemptAtATime } from './login-attempts.ts'
import { passwordMatches } from './password-hash.ts'

/** Counts wrong passwords. Each attempt is counted before the comparison, and correct ones are removed afterwards. */
const LIMITS = [{ max: 10, windowSeconds: 900 }]

/**
 * Protects an unattended open session. Returns the hash of the verified password for
 * `changeOwnAccount`. @throws AppError for the field `currentPassword`
 */
export async function verifyCurrentPassword(
  deps: Pick<Deps, 'db' | 'now'>,
  { userId }: Actor,
  { currentPassword }: { currentPassword: string },
): Promise<string> {
  const proven = await oneAttemptAtATime(`password:${userId}`, () => compare(deps, userId, currentPassword))
  if (proven === undefined) throw wrongCurrentPassword()
  return proven
}

async function compare(deps: Pick<Deps, 'db' | 'now'>, userId: string, password: string): Promise<string | undefined> {
  const hit = { key: `password:${userId}`, subject: randomUUID() }
  const waitSeconds = await deps.db
    .transaction()
    .execute((trx) => consumeRateLimit(trx, hit.key, { limits: LIMITS, now: deps.now(), subject: hit.subject }))
  if (waitSeconds > 0) throw tooManyRequests('Too many attempts. Try again later.', waitSeconds)
  let isWrong = false
  try {
    const { passwordHash } = await deps.db
      .selectFrom('users')
      .select('passwordHash')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    isWrong = !(await passwordMatches(passwordHash, password))
    return isWrong ? undefined : passwordHash
  } finally {
    if (!isWrong)
      await deps.db.deleteFrom('rateLimitHits').where('key', '=', hit.key).where('subject', '=', hit.subject).execute()
  }
}

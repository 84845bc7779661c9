import { randomUUID } from 'node:crypto'
import type { Actor } from '../../../actor.ts'
import type { Deps } from '../../../deps.ts'
import { consumeRateLimit, tooManyRequests } from '../../../rate-limits/sliding-window.ts'
import { wrongCurrentPassword } from '../locked-account.ts'
import { oneAttemptAtATime } from './login-attempts.ts'
import { passwordMatches } from './password-hash.ts'

/** The limits of wrong attempts; counted before they are compared, and cleared after a right one. */
const TRIES = [{ max: 10, windowSeconds: 900 }]

/**
 * Protects a person's open session from others, who do not know the password. Resolves to the hash of the proven password, for
 * `changeOwnAccount`. @throws AppError under the field `currentPassword`
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
    .execute((trx) => consumeRateLimit(trx, hit.key, { limits: TRIES, now: deps.now(), subject: hit.subject }))
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

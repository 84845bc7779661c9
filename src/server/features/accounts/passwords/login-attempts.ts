import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { normalizeEmail } from '#domain/accounts.ts'
import {
  LOCKOUT_AFTER_ATTEMPTS,
  LOGIN_ATTEMPTS_MAX,
  LOGIN_ATTEMPTS_TTL_MS,
  loginLockoutMs,
} from '#domain/rate-limits.ts'
import type { Database } from '../../../adapters/db/schema.ts'
import { createKeyedMutex } from '../../../concurrency/keyed-mutex.ts'
import type { Deps } from '../../../deps.ts'
import { CLOCK_SKEW_MAX_MS, tooManyRequests } from '../../../rate-limits/sliding-window.ts'

/** What is attempted, and what the owner can do instead during a lockout. */
type AttemptKey = { key: string; alternative: string }

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Hashed, because addresses without an account are counted, too. */
export const passwordAttempts = (email: string): AttemptKey => ({
  key: hash(normalizeEmail(email)),
  alternative: ', or reset your password',
})

/** The prefix keeps it apart from email addresses. */
export const secondFactorAttempts = (userId: string): AttemptKey => ({
  key: hash(`second-factor:${userId}`),
  alternative: '',
})

/** For the password of a link. */
export const linkAttempts = (linkId: string): AttemptKey => ({ key: hash(`link:${linkId}`), alternative: '' })

/** The lockout after each number of attempts, as an array literal of PostgreSQL. */
const LOCKOUTS_MS = `{${Array.from({ length: LOGIN_ATTEMPTS_MAX }, (_, at) => loginLockoutMs(at + 1)).join(',')}}`

/**
 * Attempts with the same key run one after another in a process. Each is counted before the comparison, and a successful one
 * clears the count before the next. So concurrent correct attempts are never locked out.
 */
export const oneAttemptAtATime = createKeyedMutex({
  max: 200,
  beyond: () => tooManyRequests('Too many attempts at once. Try again in a moment.', 3),
})

type Comparison<T> = {
  /** Returns undefined when it was wrong. */
  compare: () => Promise<T | undefined>
  /** Called after failed attempts that the owner should know about. */
  alert?: () => Promise<void>
}

/** Counts and makes one attempt. The count is cleared after a success, and undone when the comparison throws. @throws AppError 'too-many' */
export const runAttempt = <T>(
  deps: Pick<Deps, 'db' | 'now'>,
  attempt: AttemptKey,
  { compare, alert }: Comparison<T>,
): Promise<T | undefined> =>
  oneAttemptAtATime(attempt.key, async () => {
    const attempts = await recordAttempt(deps, attempt)
    let result: T | undefined
    try {
      result = await compare()
    } catch (error) {
      await undoAttempt(deps.db, attempt)
      throw error
    }
    if (result !== undefined) await clearAttempts(deps.db, attempt)
    else if (shouldAlert(attempts)) await alert?.()
    return result
  })

/**
 * Counts and commits an attempt before the comparison, so that concurrent guesses count like sequential ones.
 * Returns the number of attempts since the last success. @throws AppError 'too-many' during a lockout.
 */
async function recordAttempt(deps: Pick<Deps, 'db' | 'now'>, { key, alternative }: AttemptKey): Promise<number> {
  const now = deps.now()
  const expired = new Date(now.getTime() - LOGIN_ATTEMPTS_TTL_MS)
  // Without a lockout, an attempt that another process counted slightly in the future does not matter.
  // An attempt further in the future was counted while the clock was ahead.
  const ahead = new Date(now.getTime() + CLOCK_SKEW_MAX_MS)
  const { rows } = await sql<{ attempts: number }>`
    insert into login_attempts as counted (key, attempts, attempted_at) values (${key}, 1, ${now}::timestamptz)
    on conflict (key) do update set
      attempts = case when counted.attempted_at <= ${expired}::timestamptz then 1 else counted.attempts + 1 end,
      attempted_at = ${now}::timestamptz
    where (${LOCKOUTS_MS}::int[])[least(counted.attempts, ${LOGIN_ATTEMPTS_MAX}::int)] = 0
      or counted.attempted_at + interval '1 millisecond' * (${LOCKOUTS_MS}::int[])[least(counted.attempts, ${LOGIN_ATTEMPTS_MAX}::int)]
        <= ${now}::timestamptz
      or counted.attempted_at > ${ahead}::timestamptz
    returning attempts`.execute(deps.db)
  const [counted] = rows
  if (counted) return counted.attempts
  const waitSeconds = await remainingLockoutSeconds(deps, key)
  const minutes = Math.ceil(waitSeconds / 60)
  const wait = minutes > 60 ? `${Math.ceil(minutes / 60)} hours` : minutes === 1 ? '1 minute' : `${minutes} minutes`
  throw tooManyRequests(`Too many attempts. Try again in ${wait}${alternative}.`, waitSeconds)
}

async function remainingLockoutSeconds({ db, now }: Pick<Deps, 'db' | 'now'>, key: string): Promise<number> {
  const row = await db.selectFrom('loginAttempts').selectAll().where('key', '=', key).executeTakeFirst()
  const until = row ? row.attemptedAt.getTime() + loginLockoutMs(row.attempts) : 0
  return Math.max(1, Math.ceil((until - now().getTime()) / 1000))
}

/** Attempts that the server was too busy to compare must not cause a lockout. */
async function undoAttempt(db: Database, { key }: AttemptKey): Promise<void> {
  await db.deleteFrom('loginAttempts').where('key', '=', key).where('attempts', '=', 1).execute()
  await db
    .updateTable('loginAttempts')
    .set((set) => ({ attempts: set('attempts', '-', 1) }))
    .where('key', '=', key)
    .where('attempts', '>', 1)
    .execute()
}

/** After a success, and for passwords also after a reset by email. */
export async function clearAttempts(db: Database, { key }: AttemptKey): Promise<void> {
  await db.deleteFrom('loginAttempts').where('key', '=', key).execute()
}

/** The owner gets two alerts per series of attempts: at the first lockout and at the maximum. */
const shouldAlert = (attempts: number): boolean =>
  attempts === LOCKOUT_AFTER_ATTEMPTS || attempts === LOGIN_ATTEMPTS_MAX

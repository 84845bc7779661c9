import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { normalizeEmail } from '#domain/accounts.ts'
import {
  LOCKOUT_AFTER_ATTEMPTS,
  LOGIN_ATTEMPTS_MAX,
  LOGIN_ATTEMPTS_TTL_MS,
  loginLockoutMs,
} from '#domain/rate-limits.ts'
import type { Schema } from '../../../adapters/db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { createKeyedMutex } from '../../../keyed-mutex.ts'
import { CLOCK_SKEW_MAX_MS, tooManyRequests } from '../../../rate-limits/sliding-window.ts'

/** The secret that is guessed, and what else its owner can do during a lockout. */
type Tries = { key: string; otherwise: string }

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Emails without an account are counted, too, so they are not stored as they were typed. */
export const passwordAttempts = (email: string): Tries => ({
  key: hash(normalizeEmail(email)),
  otherwise: ', or reset your password',
})

/** Not a valid email, so that no account can have this key. */
export const secondFactorAttempts = (userId: string): Tries => ({ key: hash(`second-factor:${userId}`), otherwise: '' })

/** The lockout after each number of attempts, as a PostgreSQL array. */
const PAUSES = `{${Array.from({ length: LOGIN_ATTEMPTS_MAX }, (_, at) => loginLockoutMs(at + 1)).join(',')}}`

/**
 * Attempts for one key run one after another in a process: each is counted before it is compared, and a right one clears the
 * count before the next is counted. So concurrent right attempts never count as guesses.
 */
export const oneAttemptAtATime = createKeyedMutex({
  max: 200,
  beyond: () => tooManyRequests('Too many attempts at once. Try again in a moment.', 3),
})

type Comparison<T> = {
  /** Resolves to undefined when it was wrong. */
  compare: () => Promise<T | undefined>
  /** Called for wrong attempts that the owner should hear of. */
  warn?: () => Promise<void>
}

/**
 * One attempt: counted, compared, and cleared when it was right, or when nothing could be compared. @throws AppError 'too-many'
 */
export const runAttempt = <T>(
  deps: Pick<Deps, 'db' | 'now'>,
  of: Tries,
  { compare, warn }: Comparison<T>,
): Promise<T | undefined> =>
  oneAttemptAtATime(of.key, async () => {
    const tries = await recordAttempt(deps, of)
    let right: T | undefined
    try {
      right = await compare()
    } catch (error) {
      await giveBack(deps.db, of)
      throw error
    }
    if (right !== undefined) await clearAttempts(deps.db, of)
    else if (shouldAlert(tries)) await warn?.()
    return right
  })

/**
 * Counts an attempt permanently before it is compared, so that concurrent guesses count like sequential ones. Resolves to the
 * number of attempts since the last right one. @throws AppError 'too-many' during a lockout.
 */
async function recordAttempt(deps: Pick<Deps, 'db' | 'now'>, { key, otherwise }: Tries): Promise<number> {
  const now = deps.now()
  const forgotten = new Date(now.getTime() - LOGIN_ATTEMPTS_TTL_MS)
  // Without a lockout, an attempt that another process counted slightly in the future does not matter. An attempt further in
  // the future was counted by a clock that has since been set back.
  const ahead = new Date(now.getTime() + CLOCK_SKEW_MAX_MS)
  const { rows } = await sql<{ attempts: number }>`
    insert into login_attempts as counted (key, attempts, attempted_at) values (${key}, 1, ${now}::timestamptz)
    on conflict (key) do update set
      attempts = case when counted.attempted_at <= ${forgotten}::timestamptz then 1 else counted.attempts + 1 end,
      attempted_at = ${now}::timestamptz
    where (${PAUSES}::int[])[least(counted.attempts, ${LOGIN_ATTEMPTS_MAX}::int)] = 0
      or counted.attempted_at + interval '1 millisecond' * (${PAUSES}::int[])[least(counted.attempts, ${LOGIN_ATTEMPTS_MAX}::int)]
        <= ${now}::timestamptz
      or counted.attempted_at > ${ahead}::timestamptz
    returning attempts`.execute(deps.db)
  const [taken] = rows
  if (taken) return taken.attempts
  const waitSeconds = await secondsOfPause(deps, key)
  const minutes = Math.ceil(waitSeconds / 60)
  const wait = minutes > 60 ? `${Math.ceil(minutes / 60)} hours` : minutes === 1 ? '1 minute' : `${minutes} minutes`
  throw tooManyRequests(`Too many attempts. Try again in ${wait}${otherwise}.`, waitSeconds)
}

async function secondsOfPause({ db, now }: Pick<Deps, 'db' | 'now'>, key: string): Promise<number> {
  const row = await db.selectFrom('loginAttempts').selectAll().where('key', '=', key).executeTakeFirst()
  const until = row ? row.attemptedAt.getTime() + loginLockoutMs(row.attempts) : 0
  return Math.max(1, Math.ceil((until - now().getTime()) / 1000))
}

/** An overloaded server must not cause lockouts. */
async function giveBack(db: Kysely<Schema>, { key }: Tries): Promise<void> {
  await db.deleteFrom('loginAttempts').where('key', '=', key).where('attempts', '=', 1).execute()
  await db
    .updateTable('loginAttempts')
    .set((set) => ({ attempts: set('attempts', '-', 1) }))
    .where('key', '=', key)
    .where('attempts', '>', 1)
    .execute()
}

/** After a right attempt; for passwords, also after a reset by email. */
export async function clearAttempts(db: Kysely<Schema>, { key }: Tries): Promise<void> {
  await db.deleteFrom('loginAttempts').where('key', '=', key).execute()
}

/** The owner gets two emails in a series of attempts: at the first lockout and at the last. */
const shouldAlert = (tries: number): boolean => tries === LOCKOUT_AFTER_ATTEMPTS || tries === LOGIN_ATTEMPTS_MAX

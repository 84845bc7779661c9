import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { RateLimitRule } from '#domain/rate-limits.ts'
import { minutes } from '#domain/units.ts'
import type { Database } from '../adapters/db/schema.ts'
import type { Config } from '../config/config.ts'

/** The maximum difference between the clocks of two replicas. */
export const CLOCK_SKEW_MAX_MS = minutes(1)

/** As the operator has set how strict limits are. */
export const scaled = (
  { max, windowSeconds }: RateLimitRule,
  { limitFactor }: Pick<Config, 'limitFactor'>,
): RateLimitRule => ({
  max: max * limitFactor,
  windowSeconds,
})

type Rule = { limits: readonly RateLimitRule[]; now: Date }

/**
 * Counts one action under `key` within the limits. Resolves to the seconds to wait if it would exceed one, otherwise to 0. With
 * `subject`, the same thing is counted once. Calls with the same key run one after another until the transaction ends.
 */
export async function consumeRateLimit(
  trx: Database,
  key: string,
  { limits, now, subject }: Rule & { subject?: string },
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
  const longest = Math.max(...limits.map((limit) => limit.windowSeconds))
  const start = new Date(now.getTime() - longest * 1000)
  await trx.deleteFrom('rateLimitHits').where('key', '=', key).where('at', '<=', start).execute()
  if (subject !== undefined && (await isCounted(trx, key, subject))) return 0
  const waitSeconds = await secondsUntilAllowed(trx, key, { limits, now })
  if (waitSeconds > 0) return waitSeconds
  await trx
    .insertInto('rateLimitHits')
    .values({ key, at: now, subject: subject ?? null })
    .execute()
  return 0
}

/** The time until another action under `key` would be within the limits; counts nothing. */
export async function secondsUntilAllowed(db: Database, key: string, { limits, now }: Rule): Promise<number> {
  const hits = await db
    .selectFrom('rateLimitHits')
    .select('at')
    .where('key', '=', key)
    // A time further ahead was counted by a clock that has since been set back.
    .where('at', '<=', new Date(now.getTime() + CLOCK_SKEW_MAX_MS))
    .orderBy('at', 'desc')
    .execute()
  let waitMs = 0
  for (const { max, windowSeconds } of limits) {
    const blocking = hits[max - 1]
    if (blocking) waitMs = Math.max(waitMs, blocking.at.getTime() + windowSeconds * 1000 - now.getTime())
  }
  return Math.ceil(waitMs / 1000)
}

const isCounted = async (trx: Database, key: string, subject: string): Promise<boolean> =>
  (await trx
    .selectFrom('rateLimitHits')
    .select('at')
    .where('key', '=', key)
    .where('subject', '=', subject)
    .executeTakeFirst()) !== undefined

export const tooManyRequests = (message: string, retryAfterSeconds: number): AppError =>
  new AppError('too-many', message, { retryAfterSeconds })

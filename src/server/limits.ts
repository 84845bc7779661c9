import { type Kysely, sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { Schema } from './adapters/db/schema.ts'

export type Limit = { max: number; perSeconds: number }

/**
 * Counts one act under `key` unless that would pass one of the limits; answers the seconds to wait then, else 0.
 * Calls with the same key go one after the other until the transaction ends.
 */
export async function takeHit(
  trx: Kysely<Schema>,
  key: string,
  { limits, now }: { limits: readonly Limit[]; now: Date },
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
  const longest = Math.max(...limits.map((limit) => limit.perSeconds))
  const start = new Date(now.getTime() - longest * 1000)
  await trx.deleteFrom('limitHits').where('key', '=', key).where('at', '<=', start).execute()
  const hits = await trx.selectFrom('limitHits').select('at').where('key', '=', key).orderBy('at', 'desc').execute()
  let waitMs = 0
  for (const { max, perSeconds } of limits) {
    const blocking = hits[max - 1]
    if (blocking) waitMs = Math.max(waitMs, blocking.at.getTime() + perSeconds * 1000 - now.getTime())
  }
  if (waitMs > 0) return Math.ceil(waitMs / 1000)
  await trx.insertInto('limitHits').values({ key, at: now }).execute()
  return 0
}

export const tooMany = (message: string, retryAfterSeconds: number): AppError =>
  new AppError('too-many', message, { retryAfterSeconds })

import { sql } from 'kysely'
import type { RateLimitRule } from '#domain/rate-limits.ts'
import type { Database } from '../adapters/db/schema.ts'

export type TokenBuckets = ReturnType<typeof createTokenBuckets>

type Deps = { db: Database; now: () => Date }

/** The tokens of a bucket that this process can use without a query. */
type Share = {
  left: number
  /** No request for this many tokens, or more, can succeed before that time. */
  rejected: { count: number; until: number }
  refilling: Promise<void> | undefined
}

const SHARES_MAX = 20_000

/**
 * Counts in the database, one row per key: a bucket of `max` that refills evenly over `windowSeconds`. For high limits a
 * process takes a few dozen tokens at once, so that most calls need no query. A caller over the limit needs none either.
 */
export function createTokenBuckets(deps: Deps) {
  const shares = new Map<string, Share>()

  const shareOf = (key: string): Share => {
    const known = shares.get(key)
    if (known) return known
    const oldest = shares.keys().next().value
    // The tokens of a deleted share are lost. They are never used twice.
    if (oldest !== undefined && shares.size >= SHARES_MAX) shares.delete(oldest)
    const share = { left: 0, rejected: { count: 1, until: 0 }, refilling: undefined }
    shares.set(key, share)
    return share
  }

  /** Takes enough for `count`, and more for the next calls if the bucket has any. */
  const refill = async (share: Share, { key, limit, count }: Wanted): Promise<void> => {
    const missing = count - share.left
    const batch = Math.floor(limit.max / 60)
    for (const tokens of new Set([Math.max(batch, missing), missing])) {
      if (await takeFrom(deps, { key, limit, count: tokens })) {
        share.left += tokens
        return
      }
    }
    share.rejected = { count, until: await nextTakeAt(deps, { key, limit, count: missing }) }
  }

  return {
    /**
     * Counts an action under `key`, which may cost more than one token. Resolves to the seconds to wait if it would exceed the limit,
     * otherwise to 0. A cost above the size of the bucket takes the whole bucket.
     */
    async take(key: string, limit: RateLimitRule, wanted = 1): Promise<number> {
      const count = Math.min(wanted, limit.max)
      const share = shareOf(key)
      for (;;) {
        const now = deps.now().getTime()
        if (share.left >= count) {
          share.left -= count
          return 0
        }
        const waitMs = share.rejected.until - now
        const isRejected = count >= share.rejected.count && waitMs > 0 && waitMs <= limit.windowSeconds * 1000
        if (isRejected) return Math.ceil((waitMs + (count - share.rejected.count) * msForOne(limit)) / 1000)
        share.refilling ??= refill(share, { key, limit, count }).finally(() => {
          share.refilling = undefined
        })
        await share.refilling
      }
    },
  }
}

type Wanted = { key: string; limit: RateLimitRule; count: number }

const msForOne = ({ max, windowSeconds }: RateLimitRule): number => (windowSeconds * 1000) / max

/** Postpones the time at which the bucket is full again, unless it would be more than a whole bucket away. */
async function takeFrom({ db, now }: Deps, { key, limit, count }: Wanted): Promise<boolean> {
  const at = now()
  const latest = new Date(at.getTime() + limit.windowSeconds * 1000)
  const cost = sql`${count * msForOne(limit)}::float8 * interval '1 millisecond'`
  const { rows } = await sql`
    insert into rate_limit_buckets as bucket (key, full_at) values (${key}, ${at}::timestamptz + ${cost})
    on conflict (key) do update set full_at = greatest(bucket.full_at, ${at}::timestamptz) + ${cost}
    where greatest(bucket.full_at, ${at}::timestamptz) + ${cost} <= ${latest}::timestamptz
    returning key`.execute(db)
  return rows.length > 0
}

/** Returns when `count` tokens are available. A time too far ahead, from a clock that was set back, counts as an empty bucket. */
async function nextTakeAt({ db, now }: Deps, { key, limit, count }: Wanted): Promise<number> {
  const at = now().getTime()
  const latest = new Date(at + limit.windowSeconds * 1000)
  const row = await db
    .updateTable('rateLimitBuckets')
    .set({ fullAt: sql<Date>`least(full_at, ${latest}::timestamptz)` })
    .where('key', '=', key)
    .returning('fullAt')
    .executeTakeFirst()
  if (!row) return at
  return row.fullAt.getTime() + count * msForOne(limit) - limit.windowSeconds * 1000
}

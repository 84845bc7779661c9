import { sql } from 'kysely'
import type { Limit } from '#domain/limits.ts'
import type { Deps } from './deps.ts'

export type Buckets = {
  /** Counts one act under `key`, or answers the seconds to wait when that would pass the limit, else 0. */
  take: (key: string, limit: Limit) => Promise<number>
}

/** What this process may still spend of a bucket without asking the database, or until when it need not ask. */
type Share = { left: number; emptyUntil: number; asking: Promise<void> | undefined }

const SHARES_MAX = 20_000

/**
 * Counts in the database, one row a key: a bucket of `max` that fills again evenly over `perSeconds`. For large limits a
 * process takes a few dozen at once, so that most calls cost no statement; nor does a caller who is over his limit.
 */
export function openBuckets(deps: Pick<Deps, 'db' | 'now'>): Buckets {
  const shares = new Map<string, Share>()

  const shareOf = (key: string): Share => {
    const known = shares.get(key)
    if (known) return known
    const oldest = shares.keys().next().value
    // What a forgotten share had left is lost, not given out twice.
    if (oldest !== undefined && shares.size >= SHARES_MAX) shares.delete(oldest)
    const share = { left: 0, emptyUntil: 0, asking: undefined }
    shares.set(key, share)
    return share
  }

  const refill = async (share: Share, key: string, limit: Limit): Promise<void> => {
    const batch = Math.max(1, Math.floor(limit.max / 60))
    for (const count of new Set([batch, 1])) {
      if (await takeFrom(deps, { key, limit, count })) {
        share.left += count
        return
      }
    }
    share.emptyUntil = await nextTakeAt(deps, { key, limit })
  }

  return {
    async take(key, limit) {
      const share = shareOf(key)
      for (;;) {
        const now = deps.now().getTime()
        if (share.left > 0) {
          share.left -= 1
          return 0
        }
        const waitMs = share.emptyUntil - now
        if (waitMs > 0 && waitMs <= limit.perSeconds * 1000) return Math.ceil(waitMs / 1000)
        share.asking ??= refill(share, key, limit).finally(() => {
          share.asking = undefined
        })
        await share.asking
      }
    },
  }
}

type Wanted = { key: string; limit: Limit }

const msForOne = ({ max, perSeconds }: Limit): number => (perSeconds * 1000) / max

/** Moves the time at which the bucket is full again, unless that would come later than a whole bucket takes. */
async function takeFrom(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { key, limit, count }: Wanted & { count: number },
): Promise<boolean> {
  const at = now()
  const latest = new Date(at.getTime() + limit.perSeconds * 1000)
  const cost = sql`${count * msForOne(limit)}::float8 * interval '1 millisecond'`
  const { rows } = await sql`
    insert into limit_buckets as bucket (key, full_at) values (${key}, ${at}::timestamptz + ${cost})
    on conflict (key) do update set full_at = greatest(bucket.full_at, ${at}::timestamptz) + ${cost}
    where greatest(bucket.full_at, ${at}::timestamptz) + ${cost} <= ${latest}::timestamptz
    returning key`.execute(db)
  return rows.length > 0
}

/** A bucket that was counted by a clock since put back is taken for an empty one, not waited for until that time comes again. */
async function nextTakeAt({ db, now }: Pick<Deps, 'db' | 'now'>, { key, limit }: Wanted): Promise<number> {
  const at = now().getTime()
  const latest = new Date(at + limit.perSeconds * 1000)
  const row = await db
    .updateTable('limitBuckets')
    .set({ fullAt: sql<Date>`least(full_at, ${latest}::timestamptz)` })
    .where('key', '=', key)
    .returning('fullAt')
    .executeTakeFirst()
  if (!row) return at
  return row.fullAt.getTime() + msForOne(limit) - limit.perSeconds * 1000
}

import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { LOGIN_ATTEMPTS_TTL_MS } from '#domain/rate-limits.ts'
import { days } from '#domain/units.ts'
import type { Database } from '../../adapters/db/schema.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import type { Deps } from '../../deps.ts'
import { BATCH_ROWS, inBatches, repeatBatches } from '../../lists/in-batches.ts'

/** The longest window of a rate limit. */
const HITS_RETENTION_MS = days(1)

export const purgeRateLimitsJob = defineJob({
  name: 'purge-rate-limits',
  payload: z.object({}),
  schedule: '47 * * * *',
})

/** Deletes rows that no rate limit counts any more. */
export async function purgeRateLimits({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const at = now()
  const before = (milliseconds: number) => new Date(at.getTime() - milliseconds)
  await purgeHits(db, before(HITS_RETENTION_MS))
  await purgeKeys(db, 'rate_limit_buckets', sql`full_at <= ${at}`)
  await purgeKeys(db, 'login_attempts', sql`attempted_at <= ${before(LOGIN_ATTEMPTS_TTL_MS)}`)
}

const purgeHits = (db: Database, before: Date): Promise<void> =>
  repeatBatches(async () => {
    const { numAffectedRows = 0n } = await sql`delete from rate_limit_hits where ctid = any (array(
      select ctid from rate_limit_hits where at <= ${before} order by at limit ${BATCH_ROWS}))`.execute(db)
    return Number(numAffectedRows)
  })

/** Scans all keys in batches. An index on a column that changes with every call would slow down every call. */
const purgeKeys = (
  db: Database,
  table: 'rate_limit_buckets' | 'login_attempts',
  isStale: RawBuilder<unknown>,
): Promise<void> =>
  inBatches('', async (lastKey) => {
    const { rows } = await sql<{ last: string }>`
      with batch as (select key from ${sql.table(table)} where key > ${lastKey} order by key limit ${BATCH_ROWS}),
        stale as (delete from ${sql.table(table)} as kept using batch where kept.key = batch.key and ${isStale})
      select max(key) as last from batch having count(*) = ${BATCH_ROWS}`.execute(db)
    return rows[0]?.last
  })

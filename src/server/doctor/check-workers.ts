import { sql } from 'kysely'
import type { Database } from '../adapters/db/schema.ts'
import { LANES, WEIGHTS, type Weight } from '../adapters/queue/queue.ts'
import { queueOf } from '../adapters/queue/queue-names.ts'
import { jobs } from '../jobs.ts'
import { type Finding, fail, ok, skipped } from './finding.ts'

/** A worker polls every few seconds. Where all workers are busy, one took a job or sent a heartbeat in this time. */
const LATE = '10 minutes'

/** Finds jobs that no process takes, as when no process has their role. The database doesn't know the roles of others. */
export async function* checkWorkers(db: Database): AsyncGenerator<Finding> {
  // The first start that succeeds creates the queue.
  const { rows } = await sql<{ hasQueue: boolean }>`select to_regclass('queue.job') is not null as has_queue`.execute(
    db,
  )
  if (!rows[0]?.hasQueue) return
  for (const weight of WEIGHTS) {
    const name = `${weight} jobs`
    const { isLate, isTaken, isRunning } = await readQueue(db, weight)
    if (!isLate || isTaken) yield ok(name, 'none has waited too long for a process')
    else if (!isRunning)
      yield skipped(name, 'some are waiting, and no process of the product is connected to the database')
    else
      yield fail(
        name,
        `some have been due for ${LATE}, and no process has taken one meanwhile`,
        `Start a process with ROLES=worker or ROLES=worker:${weight}, or check in its log why it takes none.`,
      )
  }
}

type QueueState = { isLate: boolean; isTaken: boolean; isRunning: boolean }

async function readQueue(db: Database, weight: Weight): Promise<QueueState> {
  const names = jobs.filter(({ lane }) => LANES[lane ?? 'default'].weight === weight).map(queueOf)
  const before = sql`now() - ${LATE}::interval`
  const { rows } = await sql<QueueState>`
    select
      exists (select from queue.job where name = any(${names}) and state < 'active' and start_after < ${before}) as is_late,
      exists (select from queue.job where name = any(${names}) and greatest(started_on, heartbeat_on) > ${before}) as is_taken,
      exists (
        select from pg_stat_activity
        where datname = current_database() and application_name like 'skyfurrow%' and pid <> pg_backend_pid()
      ) as is_running
  `.execute(db)
  return rows[0] ?? { isLate: false, isTaken: false, isRunning: false }
}

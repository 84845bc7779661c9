import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import { days, hours, seconds } from '#domain/units.ts'
import { BATCH_ROWS, repeatBatches } from '../../lists/in-batches.ts'
import type { Database } from '../db/open.ts'
import type { Schema, Work } from '../db/schema.ts'
import type { Attempt, Job, Report } from './queue.ts'

const RECORD_MS = seconds(1)
/** How long the outcome of a job is kept. */
const ENDED_TTL_MS = days(7)
/** Far longer than a job takes from its row here to its row in the queue. */
const LOST_AFTER_MS = hours(1)

const now = sql<Date>`now()`

export async function addWork(
  trx: Kysely<Schema>,
  works: readonly { id: string; kind: string; subject: string }[],
): Promise<void> {
  if (works.length > 0)
    await trx
      .insertInto('work')
      .values(works.map((work) => ({ ...work, requestedAt: now })))
      .execute()
}

/** The newest job of a subject, with its progress. */
export const progressOf = (db: Kysely<Schema>, job: Pick<Job, 'name'>, subject: string): Promise<Work | undefined> =>
  db
    .selectFrom('work')
    .selectAll()
    .where('kind', '=', job.name)
    .where('subject', '=', subject)
    .orderBy('requestedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Returns the ids of those that had not ended. */
export async function cancelWork(
  trx: Kysely<Schema>,
  { kind, subject }: { kind: string; subject: string },
): Promise<string[]> {
  const cancelled = await trx
    .updateTable('work')
    .set({ state: 'CANCELLED', endedAt: now })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .returning('id')
    .execute()
  return cancelled.map(({ id }) => id)
}

/** A job that was put back gets another id, or none when another job of its subject waits already. */
export async function renameWork(trx: Kysely<Schema>, id: string, again: string | undefined): Promise<void> {
  if (again) await unended(trx, id).set({ id: again, state: 'QUEUED' }).execute()
  else await trx.deleteFrom('work').where('id', '=', id).where('state', 'in', ['QUEUED', 'RUNNING']).execute()
}

const unended = (db: Kysely<Schema>, id: string) =>
  db.updateTable('work').where('id', '=', id).where('state', 'in', ['QUEUED', 'RUNNING'])

type Tracked = { db: Database; log: Logger; id: string; isLast: boolean; signal: AbortSignal }

/**
 * Runs a job and records its progress. Every update compares the state, so a cancelled job stays cancelled: the next update
 * aborts its signal, and it ends as neither done nor failed.
 */
export async function runTracked(
  { db, log, id, isLast, signal }: Tracked,
  run: (attempt: Attempt) => Promise<void>,
): Promise<void> {
  if ((await begin(db, id)) === 'CANCELLED') return
  const cancelled = new AbortController()
  let latest = { stage: '', fraction: 0 }
  let recording: Promise<void> | undefined
  const record = async () => {
    const { numUpdatedRows } = await unended(db, id).set(latest).executeTakeFirst()
    if (numUpdatedRows === 0n && (await isCancelled(db, id))) cancelled.abort(new Error('The job was cancelled'))
  }
  const clock = setInterval(() => {
    recording ??= record()
      .catch((error: unknown) => log.warn({ err: error }, 'job progress could not be recorded'))
      .finally(() => {
        recording = undefined
      })
  }, RECORD_MS)
  try {
    const report: Report = (stage, fraction) => {
      latest = { stage, fraction }
    }
    await run({ signal: AbortSignal.any([signal, cancelled.signal]), report })
    await unended(db, id).set({ state: 'DONE', fraction: 1, endedAt: now }).execute()
  } catch (error) {
    if (await isCancelled(db, id)) return
    const reason = error instanceof Error ? error.message : String(error)
    const ended = isLast && !signal.aborted
    await unended(db, id)
      .set(ended ? { state: 'FAILED', reason, endedAt: now } : { state: 'QUEUED', reason })
      .execute()
    throw error
  } finally {
    clearInterval(clock)
    await recording
  }
}

/** The state from now on; undefined for a job enqueued by a version that recorded no progress. */
async function begin(db: Database, id: string): Promise<Work['state'] | undefined> {
  await unended(db, id)
    .set({ state: 'RUNNING', startedAt: sql<Date>`coalesce(started_at, now())`, reason: null })
    .execute()
  return (await db.selectFrom('work').select('state').where('id', '=', id).executeTakeFirst())?.state
}

const isCancelled = async (db: Database, id: string): Promise<boolean> =>
  (await db.selectFrom('work').select('state').where('id', '=', id).executeTakeFirst())?.state === 'CANCELLED'

/** Marks as failed the jobs that the queue gave up because their process ended, and deletes outcomes older than a week. */
export async function purgeWork(db: Database, at: Date): Promise<void> {
  await repeatBatches(() => failLost(db, new Date(at.getTime() - LOST_AFTER_MS)))
  await repeatBatches(async () => {
    const before = new Date(at.getTime() - ENDED_TTL_MS)
    const some = db.selectFrom('work').select('id').where('endedAt', '<', before).limit(BATCH_ROWS)
    const { numDeletedRows } = await db.deleteFrom('work').where('id', 'in', some).executeTakeFirst()
    return Number(numDeletedRows)
  })
}

async function failLost(db: Database, requestedBefore: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update work set state = 'FAILED', reason = 'Its process ended during the last attempt', ended_at = now()
    where id in (
      select id from work
      where state in ('QUEUED', 'RUNNING') and requested_at < ${requestedBefore}
        and not exists (select from queue.job where job.id = work.id::uuid and job.state < 'completed')
      limit ${BATCH_ROWS}
    )`.execute(db)
  return Number(numAffectedRows)
}

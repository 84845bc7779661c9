import { sql } from 'kysely'
import type { Logger } from 'pino'
import { days, hours, seconds } from '#domain/units.ts'
import { BATCH_ROWS, removeInBatches, repeatBatches } from '../../lists/in-batches.ts'
import type { Database, Work } from '../db/schema.ts'
import { type Attempt, CantBeDone, type Job, type Report } from './queue.ts'
import { BIG_MAX } from './turns.ts'

const RECORD_MS = seconds(1)
/** How long an outcome is kept; that of a measurement as long as its values, that of a run as long as the run. */
const ENDED_TTL_MS = days(7)
/** Far longer than a job takes from its row here to its row in the queue. */
const LOST_AFTER_MS = hours(1)

const now = sql<Date>`now()`

export async function addWork(
  trx: Database,
  works: readonly Pick<Work, 'id' | 'jobId' | 'kind' | 'subject'>[],
): Promise<void> {
  if (works.length > 0)
    await trx
      .insertInto('work')
      .values(works.map((work) => ({ ...work, requestedAt: now })))
      .execute()
}

/** A column for queries on `work`: of waiting work, how much comes before it. What comes later may still get a turn before it. */
export const aheadOfWork = sql<number | null>`case when work.state = 'QUEUED' then (
  select count(*)::int from queue.job mine join queue.job other on other.name = mine.name and other.id <> mine.id
    and other.state < 'completed' and (other.priority > ${BIG_MAX}) = (mine.priority > ${BIG_MAX})
    and (other.state = 'active' or (other.priority, mine.created_on) > (mine.priority, other.created_on))
  where mine.id = work.job_id) end`

/** The newest work of a kind on a subject, with its progress. */
export const progressOf = (db: Database, job: Pick<Job, 'name'>, subject: string): Promise<Work | undefined> =>
  newestOf(db, job, subject).executeTakeFirst()

/** The same, with how much comes before it: the queue is counted only where people read that. */
export const placeOf = (db: Database, job: Pick<Job, 'name'>, subject: string) =>
  newestOf(db, job, subject).select(aheadOfWork.as('ahead')).executeTakeFirst()

const newestOf = (db: Database, { name }: Pick<Job, 'name'>, subject: string) =>
  db
    .selectFrom('work')
    .selectAll()
    .where('kind', '=', name)
    .where('subject', '=', subject)
    .orderBy('requestedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)

export const isUnended = ({ state }: Pick<Work, 'state'>): boolean => state === 'QUEUED' || state === 'RUNNING'

/** Keeps work running until the transaction ends. False when it was cancelled or deleted: then nothing of it is recorded. */
export async function lockRunning(trx: Database, id: string): Promise<boolean> {
  const running = trx.selectFrom('work').select('id').where('id', '=', id).where('state', '=', 'RUNNING')
  return (await running.forUpdate().executeTakeFirst()) !== undefined
}

export const endWork = (
  trx: Database,
  id: string,
  ended: { state: 'DONE' | 'FAILED' | 'CANCELLED'; endedAt: Date; reason?: string },
): Promise<unknown> =>
  trx
    .updateTable('work')
    .set({ ...ended, holder: null, ...(ended.state === 'DONE' && { fraction: 1 }) })
    .where('id', '=', id)
    .execute()

/** Returns the jobs of those that had not ended. */
export async function cancelWork(
  trx: Database,
  { kind, subject }: { kind: string; subject: string },
): Promise<string[]> {
  const cancelled = await trx
    .updateTable('work')
    .set({ state: 'CANCELLED', endedAt: now })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .returning('jobId')
    .execute()
  return cancelled.flatMap(({ jobId }) => jobId ?? [])
}

/** Work that was put back is another job, or none when another one of its subject waits already. */
export async function putBackWork(trx: Database, jobId: string, again: string | undefined): Promise<void> {
  if (again) await unended(trx, jobId).set({ jobId: again, state: 'QUEUED' }).execute()
  else await trx.deleteFrom('work').where('jobId', '=', jobId).where('state', 'in', ['QUEUED', 'RUNNING']).execute()
}

const unended = (db: Database, jobId: string) =>
  db.updateTable('work').where('jobId', '=', jobId).where('state', 'in', ['QUEUED', 'RUNNING'])

type Followed = { db: Database; log: Logger; jobId: string; isLast: boolean; signal: AbortSignal }

/**
 * Runs a job and records its progress. Every update compares the state, so cancelled work stays cancelled: the next update
 * aborts its signal, and it ends as neither done nor failed.
 */
export async function followWork(
  { db, log, jobId, isLast, signal }: Followed,
  run: (attempt: Attempt) => Promise<void>,
): Promise<void> {
  if (!(await begin(db, jobId))) return
  const cancelled = new AbortController()
  let latest = { stage: '', fraction: 0 }
  let recording: Promise<void> | undefined
  const record = async () => {
    const { numUpdatedRows } = await unended(db, jobId).set(latest).executeTakeFirst()
    if (numUpdatedRows === 0n && (await isCancelled(db, jobId))) cancelled.abort(new Error('The job was cancelled'))
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
      latest = { stage, fraction: Math.min(1, Math.max(0, fraction)) }
    }
    await run({ signal: AbortSignal.any([signal, cancelled.signal]), report })
    await unended(db, jobId).set({ state: 'DONE', fraction: 1, endedAt: now }).execute()
  } catch (error) {
    if (await isCancelled(db, jobId)) return
    const isRefused = error instanceof CantBeDone && !signal.aborted
    const reason = isRefused ? error.message : null
    const ended = isRefused || (isLast && !signal.aborted)
    await unended(db, jobId)
      .set(ended ? { state: 'FAILED', reason, endedAt: now } : { state: 'QUEUED' })
      .execute()
    if (!isRefused) throw error
  } finally {
    clearInterval(clock)
    await recording
  }
}

/** False when it was cancelled or deleted, or has ended. */
async function begin(db: Database, jobId: string): Promise<boolean> {
  const begun = await unended(db, jobId)
    .set({ state: 'RUNNING', startedAt: sql<Date>`coalesce(started_at, now())` })
    .executeTakeFirst()
  return begun.numUpdatedRows > 0n
}

const isCancelled = async (db: Database, jobId: string): Promise<boolean> => {
  const found = await db.selectFrom('work').select('state').where('jobId', '=', jobId).executeTakeFirst()
  return found === undefined || found.state === 'CANCELLED'
}

/** Marks as failed the jobs that the queue gave up because their process ended, and deletes outcomes older than a week. */
export async function purgeWork(db: Database, at: Date): Promise<void> {
  await repeatBatches(() => failLost(db, new Date(at.getTime() - LOST_AFTER_MS)))
  const old = db
    .selectFrom('work')
    .select('id')
    .where('endedAt', '<', new Date(at.getTime() - ENDED_TTL_MS))
    .where('id', 'not in', db.selectFrom('measurements').select('id'))
    .where('id', 'not in', db.selectFrom('runs').select('id'))
  await removeInBatches(db.deleteFrom('work').where('id', 'in', old.limit(BATCH_ROWS)))
}

async function failLost(db: Database, requestedBefore: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update work set state = 'FAILED', ended_at = now()
    where id in (
      select id from work
      where state in ('QUEUED', 'RUNNING') and requested_at < ${requestedBefore} and job_id is not null
        and not exists (select from queue.job where job.id = work.job_id and job.state < 'completed')
      limit ${BATCH_ROWS}
    )`.execute(db)
  return Number(numAffectedRows)
}

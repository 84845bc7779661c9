import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { fromKysely, type JobWithMetadata, type PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { minutes, seconds } from '#domain/units.ts'
import type { Slots } from '../../concurrency/slots.ts'
import type { Database } from '../db/schema.ts'
import { type Attempt, type Job, type JobRun, LANES, type Weight } from './queue.ts'
import { queueOf } from './queue-names.ts'
import { BIG_MAX, placesOf } from './turns.ts'
import { followWork, putBackWork } from './work.ts'

/** A notice announces each new job. Those whose time comes later are looked for in one statement for all queues. */
const DUE_INTERVAL_MS = seconds(5)
const POLLING = {
  /** While no connection listens. */
  pollingIntervalSeconds: 5,
  notifyPollingIntervalSeconds: 300,
  batchSize: 1,
  includeMetadata: true,
} as const

/** What pg-boss answers, and does not declare. */
type Settled = { affected?: number }

/** A small job finds a thread free (src/server/compute/pool.ts) when no more big ones than this run, of all kinds together. */
export const BIG_AT_ONCE = availableParallelism()

/** A small job that takes longer becomes a big one, and begins again: how long a file takes isn't known by its bytes alone. */
export const SMALL_MAX_MS = minutes(1)

type ActiveJob = { queue: string; entry: JobWithMetadata; job: Job }

/** `stopping` is aborted once no more jobs are taken. */
export type Running = {
  boss: PgBoss
  db: Database
  log: Logger
  stopping: AbortController
  active: Set<ActiveJob>
  bigs: Slots
  smallMaxMs: number
}

type Workers<Deps> = { deps: Deps; list: readonly JobRun<Deps>[]; jobWeights: readonly Weight[] }

export async function startWorkers<Deps>(running: Running, { deps, list, jobWeights }: Workers<Deps>): Promise<void> {
  const { boss } = running
  const workers = new Map<string, string[]>()
  for (const { job, run } of list) {
    const { concurrency, weight } = LANES[job.lane ?? 'default']
    if (!jobWeights.includes(weight)) continue
    const queue = queueOf(job)
    // One worker each, not pg-boss's localConcurrency: of several under one id, only the first can be woken.
    const takes = job.turnsOf ? [{ minPriority: BIG_MAX + 1 }, { maxPriority: BIG_MAX }] : [{}]
    for (const priorities of Array.from({ length: concurrency }, () => takes).flat()) {
      const options = { ...POLLING, ...priorities, ...(job.onlyWaits && { groupConcurrency: 1 }) }
      const worker = await boss.work(queue, options, async ([entry]: JobWithMetadata[]) => {
        // A notice wakes the worker for one job; those that came while it was busy would wait for the next poll.
        boss.notifyWorker(worker)
        if (entry) await runOne(running, { queue, entry, job }, (attempt, payload) => run(deps, payload, attempt))
      })
      workers.set(queue, [...(workers.get(queue) ?? []), worker])
    }
    if (job.schedule) await boss.schedule(queue, job.schedule, {})
  }
  void wakeForDue(running, workers)
}

/** Wakes the workers of every queue with a job whose time has come: one to retry, one to run later, or one whose notice was lost. */
async function wakeForDue(
  { boss, db, log, stopping: { signal } }: Running,
  workers: Map<string, string[]>,
): Promise<void> {
  const queues = [...workers.keys()]
  while (!signal.aborted) {
    await delay(DUE_INTERVAL_MS, undefined, { signal, ref: false }).catch(() => undefined)
    if (signal.aborted) return
    try {
      const { rows } = await sql<{ queue: string }>`
        select queue from unnest(${queues}::text[]) as queue
        where exists (
          select from queue.job where name = queue and state < 'active' and start_after <= now()
        )`.execute(db)
      for (const worker of rows.flatMap(({ queue }) => workers.get(queue) ?? [])) boss.notifyWorker(worker)
    } catch (error) {
      log.warn({ err: error }, 'jobs that are due could not be looked for')
    }
  }
}

type RunEntry = (attempt: Attempt, payload: never) => Promise<void>

async function runOne(running: Running, current: ActiveJob, run: RunEntry): Promise<void> {
  const { db, log, stopping, active, bigs, smallMaxMs } = running
  const { entry, job } = current
  const isTimed = job.turnsOf !== undefined && !job.onlyWaits
  const isBig = isTimed && entry.priority <= BIG_MAX
  const tooLong = new AbortController()
  const limit =
    isTimed && !isBig
      ? setTimeout(() => tooLong.abort(new Error('It takes too long for a small job')), smallMaxMs)
      : undefined
  const signal = AbortSignal.any([entry.signal, stopping.signal, tooLong.signal])
  active.add(current)
  let release: (() => void) | undefined
  try {
    if (isBig) release = await bigs.take(signal)
    const payload = job.payload.parse(entry.data) as never
    if (!job.isTracked) return await run({ signal, report: () => undefined }, payload)
    const isLast = entry.retryCount >= entry.retryLimit
    await followWork({ db, log, jobId: entry.id, isLast, signal }, (attempt) => run(attempt, payload))
  } catch (error) {
    if (stopping.signal.aborted) return await requeue(running, current)
    if (tooLong.signal.aborted) return await requeue(running, current, 'big')
    log.warn({ err: error, job: job.name }, 'job failed; will retry')
    throw error
  } finally {
    clearTimeout(limit)
    release?.()
    active.delete(current)
  }
}

/** Puts a job back as one that never started, and lets go of it, unless it was lost or ended meanwhile. */
async function requeue({ boss, db }: Running, { queue, entry, job }: ActiveJob, as?: 'big'): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const within = { db: fromKysely(trx) }
    const ended: Settled = await boss.complete(queue, entry, { requeued: true }, within)
    if (ended.affected === 0) return
    const { data, singletonKey, groupId, priority, retryLimit, retryCount, retryDelay } = entry
    const turns = [{ owner: groupId ?? null, isSmall: false }]
    const place = as === 'big' ? (await placesOf(trx, { queue, turns }))[0] : undefined
    const again = {
      id: randomUUID(),
      data,
      priority,
      retryLimit: retryLimit - retryCount,
      retryDelay,
      ...(singletonKey !== null && { singletonKey }),
      ...(groupId && { group: { id: groupId } }),
      ...place,
    }
    const taken = await boss.insert(queue, [again], { ...within, returnId: true })
    if (job.isTracked) await putBackWork(trx, entry.id, taken?.[0])
  })
}

/** Takes no more jobs, and aborts those that run. Resolves once all have ended, or the grace period is over. */
export async function endWork({ boss, stopping }: Running, jobs: readonly Job[], graceMs: number): Promise<void> {
  stopping.abort(new Error('The program stops'))
  const over = new AbortController()
  const ended = Promise.allSettled(jobs.map((job) => boss.offWork(queueOf(job), { wait: true })))
  await Promise.race([ended, delay(graceMs, undefined, { signal: over.signal }).catch(() => undefined)])
  over.abort()
}

/** The same; what has not ended within the grace period is put back. */
export async function drain(running: Running, jobs: readonly Job[], graceMs: number): Promise<void> {
  const { log, active } = running
  await endWork(running, jobs, graceMs)
  for (const late of active) {
    const job = late.job.name
    log.warn({ job }, 'job did not stop in time; back into the queue')
    await requeue(running, late).catch((error: unknown) => log.error({ err: error, job }, 'job could not be put back'))
  }
}

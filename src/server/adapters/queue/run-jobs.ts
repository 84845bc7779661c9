import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { fromKysely, type JobWithMetadata, type PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Database } from '../db/open.ts'
import { type Attempt, CONCURRENCY, type Job, type JobRun, type Weight } from './queue.ts'
import { queuesOf } from './queue-names.ts'
import { renameWork, runTracked } from './work.ts'

/** A job is announced when it comes; polls find those that are to be tried again. */
const POLLING = {
  pollingIntervalSeconds: 5,
  notifyPollingIntervalSeconds: 5,
  batchSize: 1,
  includeMetadata: true,
} as const

/** What pg-boss answers, and does not declare. */
type Settled = { affected?: number }

type InHand = { queue: string; entry: JobWithMetadata; job: Job }

/** `stopping` is aborted once no more jobs are taken. */
export type Running = { boss: PgBoss; db: Database; log: Logger; stopping: AbortController; inHand: Set<InHand> }

type Workers<Deps> = { deps: Deps; list: readonly JobRun<Deps>[]; works: readonly Weight[] }

export async function startWorkers<Deps>(running: Running, { deps, list, works }: Workers<Deps>): Promise<void> {
  const { boss } = running
  for (const { job, run } of list) {
    const { concurrency, weight } = CONCURRENCY[job.lane ?? 'default']
    if (!works.includes(weight)) continue
    // One worker each, not pg-boss's localConcurrency: of several under one id, only the first can be woken.
    for (const { queue } of queuesOf(job))
      for (let at = 0; at < concurrency; at += 1) {
        const worker = await boss.work(queue, POLLING, async ([entry]: JobWithMetadata[]) => {
          // A notice wakes the worker for one job; those that came while it was busy would wait for the next poll.
          boss.notifyWorker(worker)
          if (entry) await runOne(running, { queue, entry, job }, (attempt, payload) => run(deps, payload, attempt))
        })
      }
    if (job.schedule) await boss.schedule(job.name, job.schedule, {})
  }
}

type RunEntry = (attempt: Attempt, payload: never) => Promise<void>

async function runOne(running: Running, hand: InHand, run: RunEntry): Promise<void> {
  const { db, log, stopping, inHand } = running
  const { entry, job } = hand
  const signal = AbortSignal.any([entry.signal, stopping.signal])
  inHand.add(hand)
  try {
    const payload = job.payload.parse(entry.data) as never
    if (!job.isTracked) return await run({ signal, report: () => undefined }, payload)
    const isLast = entry.retryCount >= entry.retryLimit
    await runTracked({ db, log, id: entry.id, isLast, signal }, (attempt) => run(attempt, payload))
  } catch (error) {
    if (stopping.signal.aborted) return await handBack(running, hand)
    log.warn({ err: error, job: job.name }, 'job failed, it will be retried')
    throw error
  } finally {
    inHand.delete(hand)
  }
}

/** Puts a job back as one that was never begun, and lets go of it, unless it was lost or ended meanwhile. */
async function handBack({ boss, db }: Running, { queue, entry, job }: InHand): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const within = { db: fromKysely(trx) }
    const ended: Settled = await boss.complete(queue, entry, { handedBack: true }, within)
    if (ended.affected === 0) return
    const { data, singletonKey, retryLimit, retryCount, retryDelay } = entry
    const again = { id: randomUUID(), data, retryLimit: retryLimit - retryCount, retryDelay }
    const keyed = singletonKey === null ? again : { ...again, singletonKey }
    const taken = await boss.insert(queue, [keyed], { ...within, returnId: true })
    if (job.isTracked) await renameWork(trx, entry.id, taken?.[0])
  })
}

/** Takes no more jobs, tells those in hand to stop, and puts back what has not within the grace. */
export async function rest(running: Running, jobs: readonly Job[], graceMs: number): Promise<void> {
  const { boss, log, stopping, inHand } = running
  stopping.abort(new Error('The program stops'))
  const atRest = new AbortController()
  const ended = Promise.allSettled(jobs.flatMap(queuesOf).map(({ queue }) => boss.offWork(queue, { wait: true })))
  await Promise.race([ended, delay(graceMs, undefined, { signal: atRest.signal }).catch(() => undefined)])
  atRest.abort()
  for (const hand of inHand) {
    log.warn({ job: hand.job.name }, 'job did not stop in time, it is put back into the queue')
    await handBack(running, hand).catch((error: unknown) => log.error({ err: error, job: hand.job.name }, 'queue'))
  }
}

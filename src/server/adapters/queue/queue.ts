import type { PGlite } from '@electric-sql/pglite'
import type { Kysely } from 'kysely'
import { fromKysely, fromPglite, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { Schema } from '../db/schema.ts'

/** A kind of background work. Its payload is an id, and it can run twice without harm. */
export type Job<Payload extends object = object> = {
  name: string
  payload: z.ZodType<Payload>
  /** Cron expression in UTC, for work that no call asks for. */
  schedule?: string
  /** How long it waits before it starts; at once when left out. */
  afterSeconds?: number
  /** May take hours. Its worker shows signs of life instead of keeping within a lease. */
  isLong?: boolean
}

export const defineJob = <Payload extends object>(job: Job<Payload>): Job<Payload> => job

/** `Deps` stands for whatever the worker needs; the queue does not know it. The signal tells a long job to stop. */
type Run<Deps, Payload> = (deps: Deps, payload: Payload, signal: AbortSignal) => Promise<void>
export type JobRun<Deps> = { job: Job; run: Run<Deps, never> }

/** Pairs a job with its function so that the payload's type is checked once, here. */
export const runs = <Deps, Payload extends object>(job: Job<Payload>, run: Run<Deps, Payload>): JobRun<Deps> => ({
  job,
  run,
})

export type Queue = {
  /** Adds a job inside the transaction that makes it true. */
  enqueue: <Payload extends object>(trx: Kysely<Schema>, job: Job<Payload>, payload: Payload) => Promise<void>
  work: <Deps>(deps: Deps, list: readonly JobRun<Deps>[]) => Promise<void>
  check: () => Promise<void>
  /** Tells long jobs to stop and waits up to 20 s for those in hand; what is cut off runs again. */
  stop: () => Promise<void>
}

/** What has not ended by then is taken for lost, and runs again. */
const LEASE = { expireInSeconds: 60 }
const LONG_LEASE = { expireInSeconds: 24 * 60 * 60, heartbeatSeconds: 60 }
/** A job is announced when it comes; polls find those that are to be tried again. */
const POLLING = { pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 5, batchSize: 1 }

/** Jobs are tried 12 times, 1 s to 1 h apart, then kept in the queue 'dead'. */
export async function openQueue(options: { pglite: PGlite; jobs: readonly Job[]; log: Logger }): Promise<Queue> {
  const { pglite, jobs, log } = options
  const stopping = new AbortController()
  const boss = new PgBoss({ db: fromPglite(pglite), backend: 'pglite', schema: 'queue', useListenNotify: true })
  boss.on('error', (error) => log.error({ err: error }, 'queue'))
  boss.on('warning', (warning) => log.warn({ warning }, 'queue'))
  await boss.start()
  await boss.createQueue('dead')
  for (const { name, isLong } of jobs) {
    await boss.createQueue(name, {
      retryLimit: 12,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 3600,
      ...(isLong ? LONG_LEASE : LEASE),
      deadLetter: 'dead',
      notify: true,
    })
    // A send inside a transaction must find the queue in pg-boss's cache: the only connection is taken.
    await boss.getQueue(name)
  }

  return {
    enqueue: async (trx, { name, afterSeconds = 0 }, payload) => {
      await boss.send(name, payload, { db: fromKysely(trx), startAfter: afterSeconds })
    },
    work: async (deps, list) => {
      for (const { job, run } of list) {
        const worker = await boss.work(job.name, POLLING, async ([entry]) => {
          // A notice wakes the worker for one job; those that came while it was busy would wait for the next poll.
          boss.notifyWorker(worker)
          if (!entry) return
          const signal = AbortSignal.any([entry.signal, stopping.signal])
          await runLogged(log, job.name, () => run(deps, job.payload.parse(entry.data) as never, signal))
        })
        if (job.schedule) await boss.schedule(job.name, job.schedule, {})
      }
    },
    check: async () => {
      await boss.getQueue('dead')
    },
    stop: () => {
      stopping.abort(new Error('The program stops'))
      return boss.stop({ graceful: true, timeout: 20_000, close: false })
    },
  }
}

async function runLogged(log: Logger, name: string, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    log.warn({ err: error, job: name }, 'job failed, it will be tried again')
    throw error
  }
}

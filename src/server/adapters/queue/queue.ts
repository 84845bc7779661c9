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
}

export const defineJob = <Payload extends object>(job: Job<Payload>): Job<Payload> => job

/** `Deps` stands for whatever the worker needs; the queue does not know it. */
export type JobRun<Deps> = { job: Job; run: (deps: Deps, payload: never) => Promise<void> }

/** Pairs a job with its function so that the payload's type is checked once, here. */
export const runs = <Deps, Payload extends object>(
  job: Job<Payload>,
  run: (deps: Deps, payload: Payload) => Promise<void>,
): JobRun<Deps> => ({ job, run })

export type Queue = {
  /** Adds a job inside the transaction that makes it true. */
  enqueue: <Payload extends object>(trx: Kysely<Schema>, job: Job<Payload>, payload: Payload) => Promise<void>
  work: <Deps>(deps: Deps, list: readonly JobRun<Deps>[]) => Promise<void>
  check: () => Promise<void>
  /** Waits up to 20 s for the job in hand; what is cut off runs again after its lease. */
  stop: () => Promise<void>
}

const LEASE_SECONDS = 60
/** A job is announced when it comes; polls find those that are to be tried again. */
const POLLING = { pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 5, batchSize: 1 }

/** Jobs are tried 12 times, 1 s to 1 h apart, then kept in the queue 'dead'. */
export async function openQueue(options: { pglite: PGlite; jobs: readonly Job[]; log: Logger }): Promise<Queue> {
  const { pglite, jobs, log } = options
  const boss = new PgBoss({ db: fromPglite(pglite), backend: 'pglite', schema: 'queue', useListenNotify: true })
  boss.on('error', (error) => log.error({ err: error }, 'queue'))
  boss.on('warning', (warning) => log.warn({ warning }, 'queue'))
  await boss.start()
  await boss.createQueue('dead')
  for (const { name } of jobs) {
    await boss.createQueue(name, {
      retryLimit: 12,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 3600,
      expireInSeconds: LEASE_SECONDS,
      deadLetter: 'dead',
      notify: true,
    })
    // A send inside a transaction must find the queue in pg-boss's cache: the only connection is taken.
    await boss.getQueue(name)
  }

  return {
    enqueue: async (trx, job, payload) => {
      await boss.send(job.name, payload, { db: fromKysely(trx) })
    },
    work: async (deps, list) => {
      for (const { job, run } of list) {
        const worker = await boss.work(job.name, POLLING, async ([entry]) => {
          // A notice wakes the worker for one job; those that came while it was busy would wait for the next poll.
          boss.notifyWorker(worker)
          if (entry) await runLogged(log, job.name, () => run(deps, job.payload.parse(entry.data) as never))
        })
        if (job.schedule) await boss.schedule(job.name, job.schedule, {})
      }
    },
    check: async () => {
      await boss.getQueue('dead')
    },
    stop: () => boss.stop({ graceful: true, timeout: 20_000, close: false }),
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

import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { fromKysely, fromPglite, PgBoss, type QueuePolicy } from 'pg-boss'
import type { Logger } from 'pino'
import type { z } from 'zod'
import { seconds } from '#domain/units.ts'
import type { QueueHome } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'

/** A kind of background work. Its payload is an id, and it can run twice without harm. */
export type Job<Payload extends object = object> = {
  name: string
  payload: z.ZodType<Payload>
  /** Cron expression in UTC, for work that no call asks for. */
  schedule?: string
  /** How long it waits before it starts; at once when left out. */
  afterSeconds?: number
  /** Instead of 12 tries with a first rest of a second; the rests double up to an hour. */
  retry?: { tries: number; firstRestSeconds: number }
  /** May take hours. Its worker shows signs of life instead of keeping within a lease. */
  isLong?: boolean
  /** What it works on. Asked for twice while it waits, a job with the same subject runs once; two never run at once. */
  subject?: Subject<Payload>
}

export type Subject<Payload extends object> = {
  of(payload: Payload): string
  /** What asking does while it runs: nothing, or it runs once more afterwards. */
  whileRunning: 'ignore' | 'run-again'
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
  /** The same for many, in one statement; callers keep them to a batch. */
  enqueueAll: <Payload extends object>(
    trx: Kysely<Schema>,
    job: Job<Payload>,
    payloads: readonly Payload[],
  ) => Promise<void>
  work: <Deps>(deps: Deps, list: readonly JobRun<Deps>[]) => Promise<void>
  check: () => Promise<void>
  /** Takes no more jobs, tells long ones to stop, and waits that long for those in hand. Jobs can still be added. */
  rest: (patienceMs: number) => Promise<void>
  /** The same, for up to 20 s unless it has rested; what is cut off runs again. */
  stop: () => Promise<void>
}

const TRIES = 12
/** What has not ended by then is taken for lost, and runs again. */
const LEASE = { expireInSeconds: 60 }
const LONG_LEASE = { expireInSeconds: 24 * 60 * 60, heartbeatSeconds: 60 }
/** A job is announced when it comes; polls find those that are to be tried again. */
const POLLING = { pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 5, batchSize: 1 }

/** Beside one more that listens. Calls need none of them: they enqueue over the connection of their transaction. */
const CONNECTIONS_MAX = 3

type Options = {
  home: QueueHome
  jobs: readonly Job[]
  log: Logger
  /** False in a process that only enqueues. */
  works: boolean
}

/**
 * pg-boss keeps the policy of a queue for good, so it is part of its name. The version before knew no subjects: what it asks
 * for lies in the queue without one, and is worked as well.
 */
function queuesOf({ name, subject }: Pick<Job, 'name' | 'subject'>): { queue: string; policy: QueuePolicy }[] {
  const plain = { queue: name, policy: 'standard' }
  if (!subject) return [plain]
  const policy = subject.whileRunning === 'ignore' ? 'exclusive' : 'stately'
  return [{ queue: `${name}/${policy}`, policy }, plain]
}

const queueOf = (job: Pick<Job, 'name' | 'subject'>): string => queuesOf(job)[0]?.queue ?? job.name

/** Jobs are tried 12 times, 1 s to 1 h apart, unless they say otherwise, then kept in the queue 'dead'. */
export async function openQueue({ home, jobs, log, works }: Options): Promise<Queue> {
  const stopping = new AbortController()
  const boss = new PgBoss({
    ...('pglite' in home
      ? { db: fromPglite(home.pglite), backend: 'pglite' as const }
      : { ...home.connection, max: CONNECTIONS_MAX }),
    schema: 'queue',
    useListenNotify: works,
    supervise: works,
    schedule: works,
  })
  boss.on('error', (error) => log.error({ err: error }, 'queue'))
  boss.on('warning', (warning) => log.warn({ warning }, 'queue'))
  await boss.start()
  await boss.createQueue('dead')
  for (const job of jobs)
    for (const { queue, policy } of queuesOf(job)) {
      await boss.createQueue(queue, {
        policy,
        retryLimit: TRIES - 1,
        retryDelay: 1,
        retryBackoff: true,
        retryDelayMax: 3600,
        ...(job.isLong ? LONG_LEASE : LEASE),
        deadLetter: 'dead',
        notify: true,
      })
      // A send inside a transaction must find the queue in pg-boss's cache, for the embedded database has one connection only;
      // of the calls that can be repeated, this is one that fills it.
      await boss.findJobs(queue, { id: randomUUID() })
    }

  const enqueueAll: Queue['enqueueAll'] = async (trx, job, payloads) => {
    if (payloads.length === 0) return
    const { afterSeconds = 0, retry, subject } = job
    const own = retry ? { retryLimit: retry.tries - 1, retryDelay: retry.firstRestSeconds } : {}
    const entries = payloads.map((data) => ({
      data,
      startAfter: afterSeconds,
      ...own,
      ...(subject ? { singletonKey: subject.of(data) } : {}),
    }))
    await boss.insert(queueOf(job), entries, { db: fromKysely(trx) })
  }

  return {
    enqueue: (trx, job, payload) => enqueueAll(trx, job, [payload]),
    enqueueAll,
    work: async (deps, list) => {
      for (const { job, run } of list) {
        for (const { queue } of queuesOf(job)) {
          const worker = await boss.work(queue, POLLING, async ([entry]) => {
            // A notice wakes the worker for one job; those that came while it was busy would wait for the next poll.
            boss.notifyWorker(worker)
            if (!entry) return
            const signal = AbortSignal.any([entry.signal, stopping.signal])
            await runLogged(log, job.name, () => run(deps, job.payload.parse(entry.data) as never, signal))
          })
        }
        if (job.schedule) await boss.schedule(job.name, job.schedule, {})
      }
    },
    check: async () => {
      await boss.getQueue('dead')
    },
    rest: async (patienceMs) => {
      stopping.abort(new Error('The program stops'))
      const patience = new AbortController()
      const atRest = Promise.allSettled(jobs.flatMap(queuesOf).map(({ queue }) => boss.offWork(queue, { wait: true })))
      await Promise.race([atRest, delay(patienceMs, undefined, { signal: patience.signal }).catch(() => undefined)])
      patience.abort()
    },
    stop: () => {
      const timeout = stopping.signal.aborted ? seconds(1) : seconds(20)
      stopping.abort(new Error('The program stops'))
      return boss.stop({ graceful: true, timeout })
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

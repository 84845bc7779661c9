import { randomUUID } from 'node:crypto'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { minutes, seconds } from '#domain/units.ts'
import { createSlots } from '../../concurrency/slots.ts'
import type { Connection } from '../db/connection.ts'
import { breaksConnection } from '../db/postgres-errors.ts'
import type { Database } from '../db/schema.ts'
import type { Job, Queue, Weight } from './queue.ts'
import { policyOf, queueOf } from './queue-names.ts'
import { BIG_AT_ONCE, drain, endWork, type Running, SMALL_MAX_MS, startWorkers } from './start-workers.ts'
import { placesOf } from './turns.ts'
import { addWork, cancelWork } from './work.ts'

const ATTEMPTS = 12
const RETRY = { retryLimit: ATTEMPTS - 1, retryDelay: 1, retryBackoff: true, retryDelayMax: 3600 }
/**
 * A worker sends a heartbeat twice a minute, however long its job takes; a job without a heartbeat for a minute runs again. A
 * time limit for the job itself would run a slow one twice under load, so it is as long as pg-boss allows.
 */
const LEASE = { heartbeatSeconds: 60, expireInSeconds: 24 * 60 * 60 - 1 }
/** Besides one that listens. Calls need none of them: they enqueue over the connection of their transaction. */
const CONNECTIONS_MAX = 3
/** What pg-boss does every minute would otherwise open them again each time, which costs more than they do. */
const IDLE_TIMEOUT_MS = minutes(2)

type Options = {
  db: Database
  connection: Connection
  jobs: readonly Job[]
  log: Logger
  /** What this process runs; nothing in one that only enqueues. */
  jobWeights: readonly Weight[]
  bigAtOnce?: number
  smallMaxMs?: number
}

/** Jobs have 12 attempts, 1 s to 1 h apart, unless they define their own, and are then kept in the queue 'dead'. */
export async function openQueue({
  db,
  connection,
  jobs,
  log,
  jobWeights,
  bigAtOnce = BIG_AT_ONCE,
  smallMaxMs = SMALL_MAX_MS,
}: Options): Promise<Queue> {
  const stopping = new AbortController()
  const boss = await startBoss({ connection, log, doesWork: jobWeights.length > 0, stopping: stopping.signal })
  await prepareQueues(boss, jobs)
  const running: Running = { boss, db, log, stopping, active: new Set(), bigs: createSlots(bigAtOnce), smallMaxMs }

  /** In a transaction, so that no worker takes up a job before its work is recorded. */
  const enqueueAll: Queue['enqueueAll'] = async (within, job, payloads) => {
    if (payloads.length === 0) return
    const { afterSeconds = 0, retry, subject, isTracked, waitingMax } = job
    if (isTracked && !within.isTransaction) return within.transaction().execute((trx) => enqueueAll(trx, job, payloads))
    const own = retry ? { retryLimit: retry.attempts - 1, retryDelay: retry.firstDelaySeconds } : {}
    const queue = queueOf(job)
    const turns = await job.turnsOf?.(within, payloads)
    const places = turns ? await placesOf(within, { queue, turns, waitingMax }) : []
    const entries = payloads.map((data, at) => ({
      id: randomUUID(),
      data,
      startAfter: afterSeconds,
      ...own,
      ...places[at],
      ...(subject ? { singletonKey: subject.of(data) } : {}),
    }))
    const taken = await boss.insert(queue, entries, { db: fromKysely(within), returnId: true })
    if (!isTracked || !taken) return
    const works = entries.map(({ id: jobId, data }) => ({
      id: job.workId?.(data) ?? randomUUID(),
      jobId,
      kind: job.name,
      subject: subject?.of(data) ?? '',
    }))
    await addWork(
      within,
      works.filter(({ jobId }) => taken.includes(jobId)),
    )
  }

  return {
    enqueue: (trx, job, payload) => enqueueAll(trx, job, [payload]),
    enqueueAll,
    cancel: async (trx, job, subject) => {
      const ids = await cancelWork(trx, { kind: job.name, subject })
      if (ids.length > 0) await boss.cancel(queueOf(job), ids, { db: fromKysely(trx) })
      return ids.length > 0
    },
    work: (deps, list) => startWorkers(running, { deps, list, jobWeights }),
    check: async () => {
      await boss.getQueue('dead')
    },
    drain: (graceMs) => drain(running, jobs, graceMs),
    stop: async () => {
      // pg-boss itself would look twice a second whether they have ended.
      await endWork(running, jobs, stopping.signal.aborted ? seconds(1) : seconds(20))
      await boss.stop({ graceful: false })
    },
  }
}

async function startBoss({
  connection,
  log,
  doesWork,
  stopping,
}: {
  connection: Connection
  log: Logger
  doesWork: boolean
  stopping: AbortSignal
}): Promise<PgBoss> {
  const pool = { ...connection, max: CONNECTIONS_MAX, idleTimeoutMillis: IDLE_TIMEOUT_MS }
  const boss = new PgBoss({
    ...pool,
    schema: 'queue',
    useListenNotify: doesWork,
    supervise: doesWork,
    schedule: doesWork,
    // Schedules name minutes.
    cronWorkerIntervalSeconds: 30,
  })
  boss.on('error', (error) => {
    // The database may be faster to stop.
    if (!(stopping.aborted && breaksConnection(error))) log.error({ err: error }, 'queue error')
  })
  boss.on('warning', (warning) => log.warn({ warning }, 'queue warning'))
  await boss.start()
  return boss
}

/** Creates missing queues, and gives a lease that has changed to the others. */
async function prepareQueues(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  if (!known.has('dead')) await boss.createQueue('dead')
  for (const job of jobs) {
    const queue = queueOf(job)
    const before = known.get(queue)
    if (!before)
      await boss.createQueue(queue, { policy: policyOf(job), ...RETRY, ...LEASE, deadLetter: 'dead', notify: true })
    else if (before.heartbeatSeconds !== LEASE.heartbeatSeconds || before.expireInSeconds !== LEASE.expireInSeconds)
      await boss.updateQueue(queue, LEASE)
  }
}

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { hours } from '#domain/units.ts'
import { openTestDatabase } from '#server/testing/server/test-database.ts'
import type { OpenDatabase } from '../db/open.ts'
import { openQueue } from './open-queue.ts'
import { defineJob, type Queue, runs } from './queue.ts'
import { progressOf, purgeWork } from './work.ts'

const noted = z.object({ id: z.string() })
const noteJob = defineJob({ name: 'note', payload: noted })
const stumbleJob = defineJob({ name: 'stumble', payload: noted })
const slowJob = defineJob({ name: 'slow', payload: noted })
const longJob = defineJob({ name: 'long', payload: noted })
const onceJob = defineJob({ name: 'once', payload: noted, subject: { of: ({ id }) => id, whileRunning: 'ignore' } })
const againJob = defineJob({
  name: 'again',
  payload: noted,
  subject: { of: ({ id }) => id, whileRunning: 'run-again' },
})

const trackedJob = defineJob({
  name: 'tracked',
  payload: noted,
  subject: { of: ({ id }) => id, whileRunning: 'ignore' },
  isTracked: true,
})
const deafJob = defineJob({ name: 'deaf', payload: noted })
/** 'ann 2' and 'ann 2 small' are of Ann. */
const ofOwners = {
  payload: noted,
  turnsOf: (_db: unknown, payloads: readonly { id: string }[]) =>
    Promise.resolve(payloads.map(({ id }) => ({ owner: id.split(' ')[0] ?? null, isSmall: id.endsWith('small') }))),
}
const turnJob = defineJob({ name: 'turn', ...ofOwners })
const otherTurnJob = defineJob({ name: 'other-turn', ...ofOwners })
const waitingJob = defineJob({ name: 'waiting', ...ofOwners, lane: 'exchange', onlyWaits: true })

/** What the jobs have done, in order. */
const done: string[] = []
const release = Promise.withResolvers<void>()
const held = Promise.withResolvers<void>()
const turn = Promise.withResolvers<void>()
const answered = Promise.withResolvers<void>()

const hold = async (_deps: object, { id }: { id: string }) => {
  done.push(id)
  if (id === 'held') await held.promise
}

let database: OpenDatabase
let queue: Queue
beforeAll(async () => {
  database = await openTestDatabase()
  queue = await openQueue({
    db: database.db,
    connection: database.queueConnection,
    jobWeights: ['light', 'heavy'],
    bigAtOnce: 1,
    smallMaxMs: 300,
    jobs: [
      noteJob,
      stumbleJob,
      slowJob,
      longJob,
      onceJob,
      againJob,
      trackedJob,
      deafJob,
      turnJob,
      otherTurnJob,
      waitingJob,
    ],
    log: pino({ level: 'silent' }),
  })
  await queue.work({}, [
    runs(noteJob, async (_deps, { id }) => void done.push(id)),
    runs(stumbleJob, async (_deps, { id }) => {
      done.push(id)
      if (done.filter((one) => one === id).length === 1) throw new Error('stumbled')
    }),
    runs(slowJob, async (_deps, { id }) => {
      done.push(`${id} begins`)
      if (id === 'slow-1') await release.promise
      done.push(`${id} ends`)
    }),
    runs(turnJob, async (_deps, { id }, { signal }) => {
      done.push(id)
      if (id.endsWith('long small')) {
        // As a big job it has the time that it needs.
        if (done.filter((one) => one === id).length === 1) await once(signal, 'abort')
        signal.throwIfAborted()
        done.push(`${id} ended`)
      }
      if (id.endsWith('holds')) await turn.promise
    }),
    runs(otherTurnJob, async (_deps, { id }) => void done.push(id)),
    runs(waitingJob, async (_deps, { id }, { signal }) => {
      done.push(id)
      if (id.includes('waits')) await answered.promise
      signal.throwIfAborted()
      done.push(`${id} ended`)
    }),
    runs(deafJob, async (_deps, { id }) => {
      done.push(id)
      await new Promise(() => undefined)
    }),
    runs(trackedJob, async (_deps, { id }, { signal, report }) => {
      done.push(id)
      report('half way', 0.5)
      if (id === 'goes through') return
      if (id === 'fails') throw new Error('no luck')
      const stopped = Promise.withResolvers<never>()
      signal.addEventListener('abort', () => {
        done.push(`${id} stopped`)
        stopped.reject(signal.reason)
      })
      await stopped.promise
    }),
    runs(onceJob, hold),
    runs(againJob, hold),
    runs(longJob, async (_deps, { id }, { signal }) => {
      done.push(`${id} begins`)
      await new Promise<void>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    }),
  ])
})
afterAll(async () => {
  await queue.stop()
  await database.close()
})

const enqueue = (job: typeof noteJob, id: string) =>
  database.db.transaction().execute((trx) => queue.enqueue(trx, job, { id }))
const soon = { timeout: 60_000, interval: 20 }

test('a job runs once its transaction is committed, and one that was rolled back never', async () => {
  const rolledBack = database.db.transaction().execute(async (trx) => {
    await queue.enqueue(trx, noteJob, { id: 'rolled-back' })
    throw new Error('something else went wrong')
  })
  await expect(rolledBack).rejects.toThrow('something else went wrong')
  await enqueue(noteJob, 'committed')
  await vi.waitFor(() => expect(done).toContain('committed'), soon)
  expect(done).not.toContain('rolled-back')
})

test('a job that fails is tried again, and holds up no other', async () => {
  await enqueue(stumbleJob, 'stumbler')
  await enqueue(stumbleJob, 'walker')
  await vi.waitFor(() => expect(done.filter((one) => one === 'stumbler')).toHaveLength(2), soon)
  expect(done).toContain('walker')
})

test('jobs that come while one is running follow it, all of them', async () => {
  await enqueue(slowJob, 'slow-1')
  await vi.waitFor(() => expect(done).toContain('slow-1 begins'), soon)
  for (const id of ['slow-2', 'slow-3', 'slow-4']) await enqueue(slowJob, id)
  release.resolve()
  // Polls alone would bring one of them every five seconds, and the last one after ten at the earliest.
  await vi.waitFor(() => expect(done).toContain('slow-4 ends'), { timeout: 9000, interval: 20 })
})

test('twenty jobs at once run once each', async () => {
  const ids = Array.from({ length: 20 }, (_, at) => `twin-${at}`)
  await Promise.all(ids.map((id) => enqueue(noteJob, id)))
  await vi.waitFor(() => expect(done.filter((id) => id.startsWith('twin-'))).toHaveLength(20), soon)
  expect(new Set(done.filter((id) => id.startsWith('twin-')))).toEqual(new Set(ids))
})

const runsOf = (id: string) => done.filter((one) => one === id).length

test('a job that is asked for twice before it starts runs once a subject', async () => {
  for (const job of [onceJob, againJob])
    await database.db.transaction().execute(async (trx) => {
      const ids = ['first', 'second', 'first'].map((id) => ({ id: `${job.name} ${id}` }))
      await queue.enqueueAll(trx, job, ids)
      await queue.enqueueAll(trx, job, ids)
      await queue.enqueue(trx, job, { id: `${job.name} last` })
    })
  await vi.waitFor(() => expect([runsOf('once last'), runsOf('again last')]).toEqual([1, 1]), soon)
  expect(['once first', 'once second', 'again first', 'again second'].map(runsOf)).toEqual([1, 1, 1, 1])
})

test('a job that is asked for while it runs runs once more afterwards, if it is one that has to', async () => {
  for (const job of [onceJob, againJob]) await enqueue(job, 'held')
  await vi.waitFor(() => expect(runsOf('held')).toBe(2), soon)
  for (const job of [onceJob, againJob]) {
    for (const id of ['held', 'held', `after ${job.name}`]) await enqueue(job, id)
  }
  held.resolve()
  await vi.waitFor(() => expect([runsOf('after once'), runsOf('after again')]).toEqual([1, 1]), soon)
  expect(runsOf('held')).toBe(3)
})

test('a payload that is no longer understood runs nothing', async () => {
  await database.db.transaction().execute((trx) => queue.enqueue(trx, noteJob, { id: 7 } as unknown as { id: string }))
  await enqueue(noteJob, 'after-the-odd-one')
  await vi.waitFor(() => expect(done).toContain('after-the-odd-one'), soon)
  expect(done).not.toContain(7)
})

test('a job that is to start later holds up none that comes after it', async () => {
  await enqueue({ ...noteJob, afterSeconds: 3 }, 'later')
  await enqueue(noteJob, 'at-once')
  await vi.waitFor(() => expect(done).toContain('later'), soon)
  expect(done.indexOf('at-once')).toBeLessThan(done.indexOf('later'))
})

const progress = (id: string) => progressOf(database.db, trackedJob, id)
const cancel = (id: string) => database.db.transaction().execute((trx) => queue.cancel(trx, trackedJob, id))

test('how far a job is can be read, until its end', async () => {
  await enqueue(trackedJob, 'goes through')
  await vi.waitFor(
    async () => expect(await progress('goes through')).toMatchObject({ state: 'DONE', fraction: 1 }),
    soon,
  )
  await enqueue(trackedJob, 'fails')
  await vi.waitFor(async () => expect(await progress('fails')).toMatchObject({ state: 'QUEUED', reason: null }), soon)
  await cancel('fails')
  expect(await progress('fails')).toMatchObject({ state: 'CANCELLED' })
})

test('a job that is cancelled while it runs is told so, and neither ends as done nor runs again', async () => {
  await enqueue(trackedJob, 'cancelled')
  const halfWay = { state: 'RUNNING', stage: 'half way', fraction: 0.5 }
  await vi.waitFor(async () => expect(await progress('cancelled')).toMatchObject(halfWay), soon)
  await enqueue(trackedJob, 'never begun')
  await cancel('never begun')
  await cancel('cancelled')
  await vi.waitFor(() => expect(done).toContain('cancelled stopped'), soon)
  await enqueue(trackedJob, 'goes through')
  await vi.waitFor(() => expect(runsOf('goes through')).toBe(2), soon)
  expect([runsOf('cancelled'), runsOf('never begun')]).toEqual([1, 0])
  for (const id of ['cancelled', 'never begun']) expect(await progress(id)).toMatchObject({ state: 'CANCELLED' })
})

test('a small job that takes too long begins again as a big one, so another small one passes it', async () => {
  await enqueue(turnJob, 'eve long small')
  await enqueue(turnJob, 'dan small')
  await vi.waitFor(() => expect(done).toContain('dan small'), soon)
  await vi.waitFor(() => expect(done).toContain('eve long small ended'), soon)
  expect(done.filter((one) => one === 'eve long small')).toHaveLength(2)
})

test('work that only waits runs as long as it takes, one of an owner at a time, and holds up no other', async () => {
  await enqueue(waitingJob, 'wim waits small')
  await vi.waitFor(() => expect(done).toContain('wim waits small'), soon)
  await enqueue(waitingJob, 'wim next small')
  await enqueue(waitingJob, 'xia small')
  await vi.waitFor(() => expect(done).toContain('xia small ended'), soon)
  // Far longer than a small job may take.
  await enqueue(turnJob, 'yan long small')
  await vi.waitFor(() => expect(done).toContain('yan long small ended'), soon)
  expect(done).not.toContain('wim next small')
  answered.resolve()
  await vi.waitFor(() => expect(done).toContain('wim next small ended'), soon)
  expect(done.filter((one) => one.startsWith('wim waits'))).toEqual(['wim waits small', 'wim waits small ended'])
})

test('owners take turns, however many jobs each has, and a small job does not wait for a big one', async () => {
  await enqueue(turnJob, 'ann holds')
  await vi.waitFor(() => expect(done).toContain('ann holds'), soon)
  for (const id of ['ann 0', 'ann 1', 'ann 2', 'ann 3', 'ann 4', 'ann 5', 'bob 0', 'bob 1', 'bob 2', 'eve 0'])
    await enqueue(turnJob, id)
  await enqueue(turnJob, 'ann small')
  await vi.waitFor(() => expect(done).toContain('ann small'), soon)
  // Another kind has its own turns, and waits for the same threads.
  await enqueue(otherTurnJob, 'big of another kind')
  await enqueue(otherTurnJob, 'another small')
  await vi.waitFor(() => expect(done).toContain('another small'), soon)
  expect(done).not.toContain('bob 0')
  expect(done).not.toContain('big of another kind')
  const limited = { ...turnJob, waitingMax: 6 }
  await expect(enqueue(limited, 'ann 6')).rejects.toThrow('6 jobs of this kind are waiting for this account already.')
  await enqueue(limited, 'fay 0')
  turn.resolve()
  await vi.waitFor(() => expect(done).toContain('ann 5'), { timeout: 9000, interval: 20 })
  expect(done.filter((id) => /^(ann|bob|eve|fay) \d$/.test(id)).join(', ')).toBe(
    'bob 0, eve 0, fay 0, ann 0, bob 1, ann 1, bob 2, ann 2, ann 3, ann 4, ann 5',
  )
})

const left = async (name: string) => {
  const { rows } = await sql`
    select state, retry_count from queue.job where name like ${`${name}%`} and state < 'completed'`.execute(database.db)
  return rows
}

test('a job whose process ended during the last attempt is shown as failed, and one that waits is not', async () => {
  await enqueue({ ...trackedJob, afterSeconds: 9000 }, 'waits')
  const lost = {
    id: randomUUID(),
    jobId: randomUUID(),
    kind: 'tracked',
    subject: 'lost',
    state: 'RUNNING' as const,
    requestedAt: new Date(),
  }
  await database.db.insertInto('work').values(lost).execute()
  await purgeWork(database.db, new Date())
  expect(await progress('lost')).toMatchObject({ state: 'RUNNING' })
  await purgeWork(database.db, new Date(Date.now() + hours(2)))
  expect(await progress('lost')).toMatchObject({ state: 'FAILED' })
  expect(await progress('waits')).toMatchObject({ state: 'QUEUED' })
  await cancel('waits')
})

test('jobs in hand when the queue stops are put back with no attempt counted, whether they heed the signal or not', async () => {
  await enqueue(longJob, 'long')
  await enqueue(deafJob, 'deaf')
  await enqueue(trackedJob, 'tracked')
  await vi.waitFor(() => expect(done).toEqual(expect.arrayContaining(['long begins', 'deaf', 'tracked'])), soon)
  await queue.drain(500)
  for (const name of ['long', 'deaf', 'tracked'])
    expect(await left(name)).toEqual([{ state: 'created', retryCount: 0 }])
  expect(await progress('tracked')).toMatchObject({ state: 'QUEUED' })
  await queue.stop()
})

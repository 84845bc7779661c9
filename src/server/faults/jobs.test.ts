import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { seconds } from '#domain/units.ts'
import type { OpenDatabase } from '#server/adapters/db/open.ts'
import { openQueue } from '#server/adapters/queue/open-queue.ts'
import { defineJob, type Queue, runs } from '#server/adapters/queue/queue.ts'
import { openTestDatabase } from '#server/testing/server/test-database.ts'

const ATTEMPTS_MAX = 12
const soon = { timeout: seconds(60), interval: 100 }
const payload = z.object({ id: z.string() })
const mixedJob = defineJob({ name: 'mixed', payload })
const attempts: string[] = []

let database: OpenDatabase
let queue: Queue
beforeAll(async () => {
  database = await openTestDatabase()
  queue = await openQueue({
    db: database.db,
    connection: database.queueConnection,
    jobs: [mixedJob],
    log: pino({ level: 'silent' }),
    jobWeights: ['light'],
  })
  await queue.work({}, [
    runs(mixedJob, async (_deps, { id }) => {
      attempts.push(id)
      if (id === 'poison') throw new Error('This can not be digested')
    }),
  ])
})
afterAll(async () => {
  await queue.stop()
  await database.close()
})

const enqueue = (id: string) => database.db.transaction().execute((trx) => queue.enqueue(trx, mixedJob, { id }))
const countOf = (id: string) => attempts.filter((one) => one === id).length

/** Skips the backoff before the next attempt. */
const skipBackoff = () =>
  sql`update queue.job set start_after = now() where name = 'mixed' and state = 'retry'`.execute(database.db)

async function deadLetters() {
  const dead = await sql<{ data: unknown }>`select data from queue.job where name = 'dead'`.execute(database.db)
  return dead.rows.map(({ data }) => data)
}

test('F69: a failing job is attempted twelve times and then goes to the dead letter queue; other jobs are not blocked', async () => {
  await enqueue('poison')
  let sound = 0
  await vi.waitFor(async () => {
    await skipBackoff()
    // A new job wakes the worker, which polls only every five seconds.
    await enqueue('sound')
    sound += 1
    expect(await deadLetters()).toEqual([{ id: 'poison' }])
  }, soon)
  await vi.waitFor(() => expect(countOf('sound')).toBe(sound), soon)
  expect(countOf('poison')).toBe(ATTEMPTS_MAX)
})

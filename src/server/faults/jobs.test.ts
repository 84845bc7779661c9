import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { seconds } from '#domain/units.ts'
import type { OpenDatabase } from '#server/adapters/db/open.ts'
import { openQueue } from '#server/adapters/queue/open-queue.ts'
import { defineJob, type Queue, runs } from '#server/adapters/queue/queue.ts'
import { openTestDatabase } from '#server/testing/server/test-database.ts'

const TRIES = 12
const soon = { timeout: seconds(60), interval: 100 }
const payload = z.object({ id: z.string() })
const mixedJob = defineJob({ name: 'mixed', payload })
const tries: string[] = []

let database: OpenDatabase
let queue: Queue
beforeAll(async () => {
  database = await openTestDatabase()
  queue = await openQueue({
    db: database.db,
    home: database.queueHome,
    jobs: [mixedJob],
    log: pino({ level: 'silent' }),
    works: ['light'],
  })
  await queue.work({}, [
    runs(mixedJob, async (_deps, { id }) => {
      tries.push(id)
      if (id === 'poison') throw new Error('This can not be digested')
    }),
  ])
})
afterAll(async () => {
  await queue.stop()
  await database.close()
})

const enqueue = (id: string) => database.db.transaction().execute((trx) => queue.enqueue(trx, mixedJob, { id }))
const countOf = (id: string) => tries.filter((one) => one === id).length

/** As if the delay before the next attempt were over. */
const hurry = () =>
  sql`update queue.job set start_after = now() where name = 'mixed' and state = 'retry'`.execute(database.db)

async function deadLetters() {
  const dead = await sql<{ data: unknown }>`select data from queue.job where name = 'dead'`.execute(database.db)
  return dead.rows.map(({ data }) => data)
}

test('F69: a job that can not be done is tried twelve times and laid aside where it can be seen; others flow past it', async () => {
  await enqueue('poison')
  let sound = 0
  await vi.waitFor(async () => {
    await hurry()
    // Its arrival wakes the worker, which otherwise polls every five seconds.
    await enqueue('sound')
    sound += 1
    expect(await deadLetters()).toEqual([{ id: 'poison' }])
  }, soon)
  await vi.waitFor(() => expect(countOf('sound')).toBe(sound), soon)
  expect(countOf('poison')).toBe(TRIES)
})

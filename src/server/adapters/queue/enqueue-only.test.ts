import { pino } from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openTestDatabase } from '#server/testing/server/test-database.ts'
import { openQueue } from './open-queue.ts'
import { defineJob } from './queue.ts'

const job = defineJob({ name: 'left-to-others', payload: z.object({ id: z.string() }) })

test('a process that runs no jobs enqueues all the same, also the first time, inside a transaction', async () => {
  const { db, queueConnection, close } = await openTestDatabase()
  const queue = await openQueue({
    db,
    connection: queueConnection,
    jobs: [job],
    log: pino({ level: 'silent' }),
    jobWeights: [],
  })
  const done = db.transaction().execute((trx) => queue.enqueue(trx, job, { id: 'one' }))
  await expect(done).resolves.toBeUndefined()
  await queue.stop()
  await close()
})

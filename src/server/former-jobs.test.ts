import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { configOf, makeScratch } from '#server/testing/server/backups.ts'
import { emailsTo } from '#server/testing/server/emails.ts'
import { copyDatabase } from '#server/testing/server/test-database.ts'
import { openTestServer } from '#server/testing/server/test-server.ts'
import { openQueue } from './adapters/queue/open-queue.ts'
import { defineJob, runs } from './adapters/queue/queue.ts'
import { openPlainDatabase } from './backup/source.ts'
import { jobs } from './jobs.ts'

const log = pino({ level: 'silent' })
const scratch = makeScratch()
afterAll(() => scratch.remove())

/** The jobs of the version before that have another name now. */
const JOBS = ['send-letter', 'mail-code', 'warn-of-tries', 'discard-upload', 'index-requests-of-user']
const FILE_JOBS = ['hash-file', 'inspect-archive', 'scan-file']
const SCHEDULED = ['forget-old', 'forget-limits', 'check-files', 'check-forgotten', 'hash-forgotten', 'index-renamed']
const EMAIL = { id: randomUUID(), to: 'reader@example.org' }

/** What a process of the version before leaves: its queues and schedules, an email, and the job that is to send it. */
async function leaveAsBefore(place: Record<string, string>): Promise<void> {
  const { db, queueConnection, close } = await openPlainDatabase(configOf(place), log)
  const any = z.record(z.string(), z.string())
  const before = [
    ...[...JOBS, ...FILE_JOBS].map((name) => defineJob({ name, payload: any })),
    ...SCHEDULED.map((name) => defineJob({ name, payload: any, schedule: '29 2 * * *' })),
  ]
  const queue = await openQueue({ db, connection: queueConnection, jobs: before, log, jobWeights: ['light', 'heavy'] })
  await queue.work(
    {},
    before.filter(({ schedule }) => schedule).map((job) => runs(job, async () => undefined)),
  )
  await db.transaction().execute(async (trx) => {
    await sql`insert into letters (id, to_email, subject, text, html, created_at)
      values (${EMAIL.id}, ${EMAIL.to}, 'Hello', 'Hello', '<p>Hello</p>', now())`.execute(trx)
    await queue.enqueue(trx, defineJob({ name: 'send-letter', payload: any }), { letterId: EMAIL.id })
  })
  await queue.stop()
  await close()
}

test('jobs that wait under the names of the version before are worked, and its schedules end', async () => {
  const empty: Record<string, string> = scratch.place()
  const database = await copyDatabase(empty['DATA_DIR'] ?? '')
  const place = { ...empty, ...database.env }
  await leaveAsBefore(place)

  const server = await openTestServer({}, { over: place })
  expect(await emailsTo(server, EMAIL.to)).toMatchObject([{ id: EMAIL.id }])
  const { rows } = await sql<{ name: string }>`select name from queue.schedule order by name`.execute(server.deps.db)
  expect(rows.map(({ name }) => name)).toEqual(jobs.flatMap(({ name, schedule }) => (schedule ? [name] : [])).sort())
  const worked = jobs.filter(({ isFormer }) => isFormer).map(({ name }) => name)
  expect(worked.sort()).toEqual([...JOBS, ...FILE_JOBS, ...SCHEDULED].sort())
  await server.close()
  await database.remove()
})

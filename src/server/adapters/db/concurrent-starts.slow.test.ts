import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { jobs } from '#server/jobs.ts'
import { openCluster } from '#server/testing/processes/postgres-cluster.ts'
import { openQueue } from '../queue/open-queue.ts'
import { parseDatabaseUrl } from './database-url.ts'
import { FIRST_MIGRATION } from './migrate.ts'
import { openPostgres } from './postgres.ts'

const log = pino({ level: 'silent' })

test('four processes that start concurrently with an empty database create one schema', async () => {
  const cluster = await openCluster()
  await cluster.run('create database empty')
  const settings = parseDatabaseUrl(cluster.urlOf('empty'))
  if ('problem' in settings) throw new Error(settings.problem)
  const started = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const database = await openPostgres(settings, { log, connectionsMax: 2 })
      return {
        database,
        queue: await openQueue({ db: database.db, connection: database.queueConnection, jobs, log, jobWeights: [] }),
      }
    }),
  )
  const [first] = started
  if (!first) throw new Error('Nothing has started')
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    first.database.db,
  )
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
  expect(rows[0]?.name).toBe(FIRST_MIGRATION)
  for (const { database, queue } of started) {
    await queue.stop()
    await database.close()
  }
  await cluster.remove()
})

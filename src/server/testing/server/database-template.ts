import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { parseDatabaseUrl } from '#server/adapters/db/database-url.ts'
import { openPostgres } from '#server/adapters/db/postgres.ts'
import { openQueue } from '#server/adapters/queue/open-queue.ts'
import { jobs } from '#server/jobs.ts'
import { openCluster } from '../processes/postgres-cluster.ts'

const TEMPLATE = 'skyfurrow_template'

/** Starts a PostgreSQL for the whole run, with one migrated database. Each test file starts from a copy of it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await openCluster()
  // A database that autovacuum is working on can't be copied.
  await cluster.run('alter system set autovacuum = off')
  await cluster.run('select pg_reload_conf()')
  await cluster.run(`create database ${TEMPLATE}`)
  const settings = parseDatabaseUrl(cluster.urlOf(TEMPLATE))
  if ('problem' in settings) throw new Error(settings.problem)
  const log = pino({ level: 'silent' })
  const { db, queueConnection, close } = await openPostgres(settings, { log, connectionsMax: 2 })
  const queue = await openQueue({ db, connection: queueConnection, jobs, log, jobWeights: [] })
  await queue.stop()
  await close()
  project.provide('templateUrl', cluster.urlOf(TEMPLATE))
  return cluster.remove
}

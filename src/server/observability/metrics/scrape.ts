import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { ENGINE_NAMES, type EngineName } from '#domain/processing.ts'
import { seconds } from '#domain/units.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { createAuditEventCounter } from './audit-events.ts'
import type { Metrics } from './metrics.ts'

const TIMEOUT_MS = seconds(1)

type ScrapeDeps = Pick<Deps, 'db' | 'log' | 'connections' | 'engines'> & WithConfig<'dataDir'>

/** Renders the metrics: the counters of this process, and the values that database and disk return within a second. */
export function createScrape(deps: ScrapeDeps, metrics: Metrics): () => Promise<string> {
  const countEvents = createAuditEventCounter(deps.db, metrics)
  const database = createSource('database', deps.log, async () => {
    await readPending(deps, metrics)
    await readJobs(deps, metrics)
    await readRuns(deps, metrics)
    await countEvents()
  })
  const disk = createSource('disk', deps.log, () => readDisk(deps, metrics))
  const farm = createSource('farm', deps.log, () => readFarm(deps, metrics))
  return async () => {
    // What slow nodes say comes with the next scrape.
    const [hasDatabase, hasDisk] = await Promise.all([database(), disk(), farm()])
    metrics.sourceOk.set({ source: 'database' }, hasDatabase ? 1 : 0)
    metrics.sourceOk.set({ source: 'disk' }, hasDisk ? 1 : 0)
    for (const [state, count] of Object.entries(deps.connections())) metrics.connections.set({ state }, count)
    const own = await metrics.registry.metrics()
    // Omitted, because old values would look current.
    return hasDatabase ? `${own}\n${await metrics.fromDatabase.metrics()}` : own
  }
}

/** Returns whether the source was read in time. A slow read is shared with the next scrape instead of started again. */
function createSource(source: string, log: Logger, read: () => Promise<void>): () => Promise<boolean> {
  let reading: Promise<boolean> | undefined
  return async () => {
    reading ??= read()
      .then(() => true)
      .catch((error: unknown) => {
        log.warn({ err: error, source }, 'metrics source failed')
        return false
      })
      .finally(() => {
        reading = undefined
      })
    const timeout = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => timeout.resolve(false), TIMEOUT_MS)
    try {
      return await Promise.race([reading, timeout.promise])
    } finally {
      clearTimeout(timer)
    }
  }
}

async function readPending({ db }: ScrapeDeps, metrics: Metrics): Promise<void> {
  const { rows } = await sql<{ pending: number; undelivered: number; uploads: number }>`select
    (select count(*)::int from emails where status = 'WAITING') as pending,
    (select count(*)::int from emails where status = 'FAILED') as undelivered,
    (select count(*)::int from uploads where state = 'OPEN') as uploads`.execute(db)
  metrics.emailsPending.set(rows[0]?.pending ?? 0)
  metrics.emailsUndelivered.set(rows[0]?.undelivered ?? 0)
  metrics.uploadsOpen.set(rows[0]?.uploads ?? 0)
}

type JobRow = { name: string; waiting: number; running: number; failed: number; oldest: number | null }

/** Reads the tables of pg-boss, whose queue names may have a suffix for the policy. The queue `dead` has copies of dead jobs and no workers. */
async function readJobs({ db }: ScrapeDeps, metrics: Metrics): Promise<void> {
  const { rows } = await sql<JobRow>`select split_part(name, '/', 1) as name,
    count(*) filter (where state < 'active')::int as waiting,
    count(*) filter (where state = 'active')::int as running,
    count(*) filter (where state = 'failed')::int as failed,
    extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now()))::float8 as oldest
    from queue.job where state <> 'completed' and name <> 'dead' and name not like '\\_\\_pgboss%' group by 1`.execute(
    db,
  )
  metrics.jobs.reset()
  for (const { name, waiting, running, failed } of rows) {
    metrics.jobs.set({ kind: name, state: 'waiting' }, waiting)
    metrics.jobs.set({ kind: name, state: 'running' }, running)
    metrics.jobs.set({ kind: name, state: 'dead' }, failed)
  }
  metrics.oldestJob.set(Math.max(0, ...rows.map(({ oldest }) => oldest ?? 0)))
}

type RunRow = { engine: EngineName; queued: number; running: number; oldest: number | null }

async function readRuns({ db }: ScrapeDeps, metrics: Metrics): Promise<void> {
  const { rows } = await sql<RunRow>`select engine,
    count(*) filter (where state = 'QUEUED')::int as queued,
    count(*) filter (where state = 'RUNNING')::int as running,
    extract(epoch from now() - min(requested_at) filter (where state = 'QUEUED'))::float8 as oldest
    from runs join work using (id) where state in ('QUEUED', 'RUNNING') group by 1`.execute(db)
  for (const engine of ENGINE_NAMES) {
    const row = rows.find((one) => one.engine === engine)
    metrics.runs.set({ engine, state: 'QUEUED' }, row?.queued ?? 0)
    metrics.runs.set({ engine, state: 'RUNNING' }, row?.running ?? 0)
    metrics.oldestRun.set({ engine }, Math.max(0, row?.oldest ?? 0))
  }
}

async function readFarm({ engines: { farm } }: ScrapeDeps, metrics: Metrics): Promise<void> {
  if (!farm) return
  const { capacity, away } = await farm.state()
  metrics.farmCapacity.set(capacity)
  metrics.farmNodesAway.set(away)
}

async function readDisk({ config }: ScrapeDeps, metrics: Metrics): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(config.dataDir)
  metrics.diskFree.set(bavail * bsize)
  metrics.diskSize.set(blocks * bsize)
}

import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { seconds } from '#domain/units.ts'
import type { Deps } from '../deps.ts'
import { openEventCount } from './event-count.ts'
import type { Metrics } from './metrics.ts'

const PATIENCE_MS = seconds(1)

type ScrapeDeps = Pick<Deps, 'db' | 'config' | 'log' | 'connections'>

/** Answers the text of a scrape: what has been counted, and what database and disk tell within a second. */
export function openScrape(deps: ScrapeDeps, metrics: Metrics): () => Promise<string> {
  const countEvents = openEventCount(deps.db, metrics)
  const database = openSource('database', deps.log, async () => {
    await readWaiting(deps, metrics)
    await readJobs(deps, metrics)
    await countEvents()
  })
  const disk = openSource('disk', deps.log, () => readDisk(deps, metrics))
  return async () => {
    const [isTold, isMeasured] = await Promise.all([database(), disk()])
    metrics.sourceOk.set({ source: 'database' }, isTold ? 1 : 0)
    metrics.sourceOk.set({ source: 'disk' }, isMeasured ? 1 : 0)
    for (const [state, count] of Object.entries(deps.connections?.() ?? {})) metrics.connections.set({ state }, count)
    const own = await metrics.registry.metrics()
    // Old figures would look like new ones.
    return isTold ? `${own}\n${await metrics.fromDatabase.metrics()}` : own
  }
}

/** Whether it was read in time. What takes longer is waited for by the next that asks, not asked for once more. */
function openSource(source: string, log: Logger, read: () => Promise<void>): () => Promise<boolean> {
  let reading: Promise<boolean> | undefined
  return async () => {
    reading ??= read()
      .then(() => true)
      .catch((error: unknown) => {
        log.warn({ err: error, source }, 'no figures for metrics')
        return false
      })
      .finally(() => {
        reading = undefined
      })
    const late = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => late.resolve(false), PATIENCE_MS)
    try {
      return await Promise.race([reading, late.promise])
    } finally {
      clearTimeout(timer)
    }
  }
}

async function readWaiting({ db }: ScrapeDeps, metrics: Metrics): Promise<void> {
  const { rows } = await sql<{ letters: number; lost: number; uploads: number }>`select
    (select count(*)::int from letters where delivery = 'WAITING') as letters,
    (select count(*)::int from letters where delivery = 'FAILED') as lost,
    (select count(*)::int from uploads where state = 'OPEN') as uploads`.execute(db)
  metrics.lettersWaiting.set(rows[0]?.letters ?? 0)
  metrics.lettersLost.set(rows[0]?.lost ?? 0)
  metrics.uploadsOpen.set(rows[0]?.uploads ?? 0)
}

type JobRow = { name: string; waiting: number; running: number; failed: number; oldest: number | null }

/** The tables of pg-boss, whose names may end in a policy; a copy of what is dead lies in a queue of its own, which nobody works. */
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

async function readDisk({ config }: ScrapeDeps, metrics: Metrics): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(config.dataDir)
  metrics.diskFree.set(bavail * bsize)
  metrics.diskSize.set(blocks * bsize)
}

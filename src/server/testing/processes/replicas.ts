import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { vi } from 'vitest'
import { KiB } from '#domain/units.ts'
import { readDatabaseUrl } from '#server/adapters/db/database-url.ts'
import type { OpenDatabase } from '#server/adapters/db/open.ts'
import { openPostgres } from '#server/adapters/db/postgres.ts'
import { copyDatabase, makeEmptyDatabase } from '../server/test-database.ts'
import { callApi } from '../server/test-server.ts'
import type { Place } from '../server/users.ts'
import { type Balancer, openBalancer } from './load-balancer.ts'
import { type Product, prepareServer } from './server-process.ts'

/** Long enough for the load balancer to notice, short enough for a test. */
const DRAIN = { DRAIN_SECONDS: '1' }
const TIMEOUTS = { timeout: 60_000, interval: 20 }

/** Processes of the product behind a load balancer, over one PostgreSQL and one folder of files. */
export type Replicas = Place & {
  balancer: Balancer
  all: readonly Product[]
  /** Starts one; resolves to its process once the load balancer sends it calls. */
  start: (one: Product, env?: NodeJS.ProcessEnv) => Promise<ChildProcess>
  /** Resolves once the load balancer sends it no more calls. */
  untilLeftOut: (one: Product) => Promise<void>
  close: () => Promise<void>
}

type Options = {
  /** The folder of another version of the product: the first process is of that, and has migrated the database. */
  before?: string
}

export async function openReplicas(
  count: number,
  settings: NodeJS.ProcessEnv = {},
  { before }: Options = {},
): Promise<Replicas> {
  const files = mkdtempSync(join(tmpdir(), 'skyfurrow-shared-'))
  const database = await (before === undefined ? copyDatabase(files) : makeEmptyDatabase())
  const balancer = await openBalancer()
  const env = {
    ...database.env,
    ...DRAIN,
    STORAGE_URL: `file://${files}`,
    PUBLIC_URL: balancer.url,
    SECRET_KEY: '5'.repeat(64),
    PART_BYTES: String(KiB(64)),
    ...settings,
  }
  const all = await Promise.all(Array.from({ length: count }, () => prepareServer(env)))
  const [first] = all
  if (before !== undefined && first) await startBefore(first, { files, root: before })
  const { db, close } = await openShared(database.env.DATABASE_URL)
  balancer.pointTo(all.map(({ url }) => url))
  const isReady = ({ url }: Product) => balancer.ready().includes(url)

  return {
    balancer,
    all,
    deps: { db, now: () => new Date() },
    call: (name, options = {}) => callApi(balancer.url, name, options),
    start: async (one, more = {}) => {
      const child = one.spawn(more)
      let printed = ''
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (printed += text))
      await vi.waitUntil(() => isReady(one) || child.exitCode !== null, TIMEOUTS)
      if (!isReady(one)) throw new Error(`A process of the product did not start: ${printed}`)
      return child
    },
    untilLeftOut: async (one) => void (await vi.waitUntil(() => !isReady(one), TIMEOUTS)),
    close: async () => {
      balancer.close()
      for (const one of all) one.remove()
      await close()
      await database.remove()
      rmSync(files, { recursive: true })
    },
  }
}

async function openShared(url = ''): Promise<Pick<OpenDatabase, 'db' | 'close'>> {
  const postgres = readDatabaseUrl(url)
  if ('problem' in postgres) throw new Error('Replicas are tested over PostgreSQL')
  return openPostgres(postgres, { log: pino({ level: 'silent' }), connectionsMax: 3 })
}

/** Its store may not support a shared folder yet, so the folder is linked. */
async function startBefore(one: Product, { files, root }: { files: string; root: string }): Promise<void> {
  symlinkSync(files, join(one.folder, 'objects'))
  const child = one.spawn({ STORAGE_URL: '' }, { root })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (printed += text))
  await Promise.race([one.ready(), one.ended()])
  if (child.exitCode !== null) throw new Error(`The version before did not start: ${printed}`)
}

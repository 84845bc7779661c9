import type { ChildProcess } from 'node:child_process'
import { pino } from 'pino'
import { vi } from 'vitest'
import { MiB } from '#domain/units.ts'
import { parseDatabaseUrl } from '#server/adapters/db/database-url.ts'
import type { OpenDatabase } from '#server/adapters/db/open.ts'
import { openPostgres } from '#server/adapters/db/postgres.ts'
import { makeBucket, objectStore } from '../doubles/object-store.ts'
import { copyDatabase } from '../server/test-database.ts'
import { callApi } from '../server/test-server.ts'
import type { TestTarget } from '../server/users.ts'
import { type Balancer, openBalancer } from './load-balancer.ts'
import { prepareServer, type ServerProcess } from './server-process.ts'

/** Long enough for the balancer to notice. */
const DRAIN = { DRAIN_SECONDS: '1' }
const TIMEOUTS = { timeout: 60_000, interval: 20 }

/** Server processes behind a load balancer, with one PostgreSQL database and one bucket. */
export type Replicas = TestTarget & {
  balancer: Balancer
  all: readonly ServerProcess[]
  /** Starts a process and resolves once the balancer sends it calls. */
  start: (one: ServerProcess, env?: NodeJS.ProcessEnv) => Promise<ChildProcess>
  /** Resolves once the balancer no longer sends it calls. */
  waitUntilDrained: (one: ServerProcess) => Promise<void>
  close: () => Promise<void>
}

export async function openReplicas(count: number): Promise<Replicas> {
  const { endpoint, credentials } = objectStore()
  const database = await copyDatabase()
  const balancer = await openBalancer()
  const env = {
    ...database.env,
    ...DRAIN,
    STORAGE_URL: `s3://${await makeBucket(objectStore())}?endpoint=${endpoint}`,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    PUBLIC_URL: balancer.url,
    SECRET_KEY: '5'.repeat(64),
    PART_BYTES: String(MiB(5)),
  }
  const all = await Promise.all(Array.from({ length: count }, () => prepareServer(env)))
  const { db, close } = await openShared(database.env.DATABASE_URL)
  balancer.pointTo(all.map(({ url }) => url))
  const isReady = ({ url }: ServerProcess) => balancer.ready().includes(url)

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
      if (!isReady(one)) throw new Error(`A server process did not start: ${printed}`)
      return child
    },
    waitUntilDrained: async (one) => void (await vi.waitUntil(() => !isReady(one), TIMEOUTS)),
    close: async () => {
      balancer.close()
      for (const one of all) await one.remove()
      await close()
      await database.remove()
    },
  }
}

async function openShared(url = ''): Promise<Pick<OpenDatabase, 'db' | 'close'>> {
  const postgres = parseDatabaseUrl(url)
  if ('problem' in postgres) throw new Error('Replicas are tested over PostgreSQL')
  return openPostgres(postgres, { log: pino({ level: 'silent' }), connectionsMax: 3 })
}

import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import type { Logger } from 'pino'
import { seconds } from '#domain/units.ts'
import { type Connection, connectionOptions } from '../adapters/db/connection.ts'
import type { PostgresSettings } from '../adapters/db/database-url.ts'
import { assertDatabaseFolder } from '../adapters/db/embedded/embedded-folder.ts'
import { runningServer, startServer } from '../adapters/db/embedded/embedded-server.ts'
import { inspectLock, lockFolder } from '../adapters/db/folder-lock.ts'
import type { Database, Schema } from '../adapters/db/schema.ts'
import { waitForPostgres } from '../adapters/db/wait-for-postgres.ts'
import { readLocalObjects } from '../adapters/storage/local/local-storage.ts'
import type { Storage } from '../adapters/storage/storage.ts'
import type { Config } from '../config/config.ts'
import { openUpon } from '../open-upon.ts'
import { deriveKeys, readSecretOf } from '../secrets/keys.ts'
import type { SigningKeys } from './signature.ts'

/** The source of a backup. Nothing in it is changed. */
export type Source = {
  db: Database
  storage: Pick<Storage, 'read'>
  /** The keys that sign it. */
  keys: SigningKeys
  /** The settings of the product, without secrets. */
  settings: Record<string, unknown>
}

/** An opened database, not migrated. */
export type PlainDatabase = { db: Database; queueConnection: Connection; close: () => Promise<void> }

/** The product may run meanwhile: an embedded database is used beside it, and started where it is stopped. */
export async function openSource(
  config: Config,
  { log, now }: { log: Logger; now: () => Date },
): Promise<{ source: Source; close: () => Promise<void> }> {
  const isBeside = config.postgres !== null || inspectLock(config.dataDir).isHeld
  const unlock = isBeside ? () => undefined : lockFolder(config.dataDir)
  return openUpon(unlock, async () => {
    // Opening it would create an empty one, and hide that the database is lost.
    if (!config.postgres) await assertDatabaseFolder(config.dataDir, { isEmpty: async () => false })
    const keys = deriveKeys(readSecretOf(config))
    const storage = await openReader(config, { log, now })
    const open = isBeside && !config.postgres ? openRunningDatabase : openPlainDatabase
    const { db, close } = await open(config, log)
    return { source: { db, storage, keys, settings: settingsOf(config) }, close }
  })
}

const RUNNING_TIMEOUT_MS = seconds(60)
const POLL_MS = 100

/** The database of a running product, which may just be starting. */
async function openRunningDatabase({ dataDir }: Pick<Config, 'dataDir'>, log: Logger): Promise<PlainDatabase> {
  const started = Date.now()
  for (;;) {
    const settings = runningServer(dataDir)
    if (settings) return connect(settings, log)
    if (Date.now() - started > RUNNING_TIMEOUT_MS)
      throw new Error(
        `${dataDir} is in use, and its database does not run. Start the product, or stop it, and try again.`,
      )
    await delay(POLL_MS)
  }
}

/** The caller holds the lock of the folder of an embedded database, which is created if missing. */
export async function openPlainDatabase(
  { postgres, dataDir, connectionsMax }: Pick<Config, 'postgres' | 'dataDir' | 'connectionsMax'>,
  log: Logger,
): Promise<PlainDatabase> {
  if (postgres) {
    await waitForPostgres(postgres, { log, waitSeconds: postgres.waitSeconds })
    return connect(postgres, log)
  }
  const server = await startServer(dataDir, { log, connectionsMax })
  return openUpon(server.stop, async () => connect(server.settings, log))
}

function connect(settings: PostgresSettings, log: Logger): PlainDatabase {
  const connection = connectionOptions(settings, 'skyfurrow backup')
  const pool = new Pool({ ...connection, max: 2 })
  pool.on('error', (error) => log.warn({ err: error }, 'database connection lost'))
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  return { db, queueConnection: connection, close: () => db.destroy() }
}

/** Beside a running product: unlike opening a store, this creates, moves and removes nothing. */
async function openReader(
  { objectStore, dataDir }: Pick<Config, 'objectStore' | 'dataDir'>,
  rest: { log: Logger; now: () => Date },
): Promise<Source['storage']> {
  if (!objectStore) return readLocalObjects(join(dataDir, 'objects'))
  const [{ openBucket }, { readObject }] = await Promise.all([
    import('../adapters/storage/s3/client.ts'),
    import('../adapters/storage/s3/read.ts'),
  ])
  const bucket = openBucket(objectStore, rest)
  return { read: (object) => readObject(bucket, object) }
}

/** Listed one by one, so that no secret that is added later gets into a backup. */
const settingsOf = (config: Config): Record<string, unknown> => ({
  mode: config.mode,
  publicUrl: config.publicUrl,
  dataDir: config.dataDir,
  database: config.postgres ? { host: config.postgres.host, name: config.postgres.database } : 'embedded',
  store: config.objectStore?.bucket ?? 'embedded',
  mailFrom: config.mail.from.address,
  roles: config.roles,
  partBytes: config.partBytes,
  trustedProxies: config.trustedProxies,
  staffSecondFactor: config.staffSecondFactor,
  accountDisclosure: config.accountDisclosure,
})

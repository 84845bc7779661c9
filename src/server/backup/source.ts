import { join } from 'node:path'
import { CamelCasePlugin, Kysely, PGliteDialect, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import type { Logger } from 'pino'
import { connectionOptions } from '../adapters/db/connection.ts'
import { lostDatabaseProblem, openOrCreate } from '../adapters/db/embedded-folder.ts'
import { lockFolder, openWithLock } from '../adapters/db/folder-lock.ts'
import type { Database, QueueConnection } from '../adapters/db/open.ts'
import type { Schema } from '../adapters/db/schema.ts'
import { waitForPostgres } from '../adapters/db/wait-for-postgres.ts'
import { readLocalObjects } from '../adapters/storage/local/local-storage.ts'
import type { Storage } from '../adapters/storage/storage.ts'
import type { Config } from '../config/config.ts'
import { deriveKeys, readSecretOf } from '../keys.ts'
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
export type PlainDatabase = { db: Database; queueConnection: QueueConnection; close: () => Promise<void> }

/**
 * The product may run meanwhile if its database is PostgreSQL. @throws Error when the embedded database is in use, because only
 * one process can open it.
 */
export async function openSource(
  config: Config,
  { log, now }: { log: Logger; now: () => Date },
): Promise<{ source: Source; close: () => Promise<void> }> {
  const unlock = config.postgres ? () => undefined : lockDataFolder(config.dataDir)
  return openWithLock(unlock, async () => {
    if (!config.postgres) await assertDatabaseExists(config.dataDir)
    const keys = deriveKeys(readSecretOf(config))
    const storage = await openReader(config, { log, now })
    const { db, close } = await openPlainDatabase(config, log)
    return { source: { db, storage, keys, settings: settingsOf(config) }, close }
  })
}

function lockDataFolder(dataDir: string): () => void {
  try {
    return lockFolder(dataDir)
  } catch (error) {
    const message = 'Stop the product for its backup: only one process can open the embedded database.'
    throw new Error(message, { cause: error })
  }
}

/** Opening it would create an empty one, and hide that the database is lost. */
async function assertDatabaseExists(dataDir: string): Promise<void> {
  const problem = await lostDatabaseProblem(dataDir, async () => true)
  if (problem) throw problem
}

/** The caller holds the lock of the folder of an embedded database, which is created if missing. */
export async function openPlainDatabase(
  { postgres, dataDir }: Pick<Config, 'postgres' | 'dataDir'>,
  log: Logger,
): Promise<PlainDatabase> {
  const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })]
  if (!postgres) {
    const pglite = await openOrCreate(dataDir)
    const db = new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }), plugins })
    return { db, queueConnection: { pglite }, close: () => pglite.close() }
  }
  await waitForPostgres(postgres, { log, waitSeconds: postgres.waitSeconds })
  const connection = connectionOptions(postgres, 'skyfurrow backup')
  const pool = new Pool({ ...connection, max: 2 })
  pool.on('error', (error) => log.warn({ err: error }, 'database connection lost'))
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), plugins })
  return { db, queueConnection: { connection }, close: () => db.destroy() }
}

/** Beside a running product: unlike opening a store, this creates, moves and removes nothing. */
async function openReader(
  { objectStore, sharedFolder, dataDir }: Pick<Config, 'objectStore' | 'sharedFolder' | 'dataDir'>,
  rest: { log: Logger; now: () => Date },
): Promise<Source['storage']> {
  if (!objectStore) return readLocalObjects(sharedFolder ?? join(dataDir, 'objects'))
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
  store: config.objectStore?.bucket ?? config.sharedFolder ?? 'embedded',
  mailFrom: config.mail.from.address,
  roles: config.roles,
  partBytes: config.partBytes,
  trustedProxies: config.trustedProxies,
  staffSecondFactor: config.staffSecondFactor,
  accountDisclosure: config.accountDisclosure,
})

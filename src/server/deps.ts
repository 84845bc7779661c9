import { join } from 'node:path'
import type { Logger } from 'pino'
import { DOWNLOAD_URL_TTL_MS } from '#domain/uploads.ts'
import { toDamagedDatabase } from './adapters/db/embedded/damage.ts'
import { assertDatabaseFolder, databaseFolder, writeMarker } from './adapters/db/embedded/embedded-folder.ts'
import { startServer } from './adapters/db/embedded/embedded-server.ts'
import { lockFolder } from './adapters/db/folder-lock.ts'
import type { OpenDatabase } from './adapters/db/open.ts'
import { openPostgres } from './adapters/db/postgres.ts'
import type { Database } from './adapters/db/schema.ts'
import { checkSecretKey } from './adapters/db/secret-key-check.ts'
import { waitForPostgres } from './adapters/db/wait-for-postgres.ts'
import { createFolderTransport, type FolderTransport } from './adapters/email/folder-transport.ts'
import { createSmtpTransport } from './adapters/email/smtp-transport.ts'
import type { EmailTransport } from './adapters/email/transport.ts'
import { type Engines, openEngines } from './adapters/engines/open-engines.ts'
import { openQueue } from './adapters/queue/open-queue.ts'
import type { Job, Queue } from './adapters/queue/queue.ts'
import { downloadOrigin } from './adapters/storage/download-origin.ts'
import { type LocalStorage, openLocalStorage } from './adapters/storage/local/local-storage.ts'
import type { Storage } from './adapters/storage/storage.ts'
import { type Compute, openCompute } from './compute/pool.ts'
import type { Config } from './config/config.ts'
import { restrictFolders } from './data-folder/permissions.ts'
import { resetInstructions } from './data-folder/reset-instructions.ts'
import { openLog } from './logging/log.ts'
import { openUpon } from './open-upon.ts'
import { createTokenBuckets, type TokenBuckets } from './rate-limits/token-buckets.ts'
import { deriveKeys, type Keys, readOrCreateSecret } from './secrets/keys.ts'

/** Everything that a use case may depend on; each one takes a Pick of it. */
export type Deps = {
  config: Config
  keys: Keys
  db: Database
  /** Throws when the database does not respond. */
  checkDatabase: () => Promise<void>
  connections: OpenDatabase['connections']
  changes: OpenDatabase['changes']
  storage: Storage
  /** The origin of the store's signed URLs: the product itself with the embedded store. */
  storageOrigin: string
  /** The embedded store, for the routes that serve its signed URLs; null with an object store, which serves its own. */
  embeddedStore: LocalStorage | null
  mail: EmailTransport
  /** Emails written to a folder, for the development page; null with a mail server. */
  emailFolder: FolderTransport | null
  queue: Queue
  /** What makes maps of photos. */
  engines: Engines
  /** The rate limit counters. Shared by all users, because a process keeps local shares of its buckets. */
  buckets: TokenBuckets
  /** A worker thread, for work that would block calls. */
  compute: Compute
  now: () => Date
  /** How long signed URLs are valid. */
  signedUrlMs: number
  log: Logger
}

/** The settings that a use case needs, beside what it picks of `Deps`. */
export type WithConfig<Key extends keyof Config> = { config: Pick<Config, Key> }

type Options = { jobs: readonly Job[]; now?: () => Date; log?: Logger; compute?: Compute }

type Opened = { deps: Deps; close: () => Promise<void> }

/** Opens everything that the configuration names, embedded by default; `close` closes it in reverse order. */
export async function openDeps(config: Config, options: Options): Promise<Opened> {
  const unlock = lockFolder(config.dataDir)
  const log = options.log ?? openLog(config.logLevel)
  return openUpon(unlock, () => openAll(config, { ...options, log }))
}

/** The caller holds the lock of the data folder. */
async function openAll(config: Config, { log, ...options }: Options & Pick<Deps, 'log'>): Promise<Opened> {
  restrictFolders(config, log)
  const compute = options.compute ?? openCompute()
  const engines = await openEngines({ ...config, compute })
  const now = options.now ?? (() => new Date())
  const keys = deriveKeys(config.secretKey ?? readOrCreateSecret(config.dataDir))
  // Before the database: whether an empty one is allowed depends on the content of the store.
  const stores = await openStorage(config, { keys, log, now })
  const { db, connections, changes, queueConnection, check, close } = await openDatabase(config, {
    ...stores,
    keys,
    log,
  })
  const queue = await openQueue({
    db,
    connection: queueConnection,
    jobs: options.jobs,
    log,
    jobWeights: config.jobWeights,
  })
  const database = { db, checkDatabase: check, connections, changes, buckets: createTokenBuckets({ db, now }) }
  return {
    deps: {
      config,
      keys,
      ...database,
      ...stores,
      ...openMail(config),
      queue,
      engines,
      compute,
      now,
      signedUrlMs: DOWNLOAD_URL_TTL_MS,
      log,
    },
    close: async () => {
      await queue.stop()
      await compute.close()
      await close()
    },
  }
}

type Dependencies = Pick<Deps, 'keys' | 'log'> & { storage: Pick<Storage, 'isEmpty'> }

/** Opens the database and checks that it belongs to this key and this store. */
async function openDatabase(
  config: Pick<Config, 'postgres' | 'connectionsMax' | 'dataDir' | 'objectStore'>,
  { keys, storage, log }: Dependencies,
): Promise<OpenDatabase> {
  const asked = withExplainedErrors(storage)
  const opened = await (config.postgres
    ? openPostgresDatabase(config.postgres, config.connectionsMax, log)
    : openEmbeddedDatabase(config, { keys, storage: asked, log }))
  try {
    await checkSecretKey(opened.db, { keyId: keys.id, storage: asked, resetInstructions: resetInstructions(config) })
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** Called only by a start without a database, or with an empty one. */
const withExplainedErrors = (storage: Pick<Storage, 'isEmpty'>): Pick<Storage, 'isEmpty'> => ({
  isEmpty: () =>
    storage.isEmpty().catch((error: unknown) => {
      const what = 'A first start must know whether the file store is empty, and it could not be read.'
      throw new Error(`${what} Run skyfurrow doctor, fix the store, and start again.`, { cause: error })
    }),
})

async function openPostgresDatabase(
  postgres: NonNullable<Config['postgres']>,
  connectionsMax: number,
  log: Logger,
): Promise<OpenDatabase> {
  await waitForPostgres(postgres, { log, waitSeconds: postgres.waitSeconds })
  return openPostgres(postgres, { log, connectionsMax })
}

async function openEmbeddedDatabase(
  { dataDir, connectionsMax }: Pick<Config, 'dataDir' | 'connectionsMax'>,
  { keys, storage, log }: Dependencies,
): Promise<OpenDatabase> {
  await assertDatabaseFolder(dataDir, storage)
  try {
    const { settings, lacksSpace, stop } = await startServer(dataDir, { log, connectionsMax })
    return await openUpon(stop, async () => {
      const opened = await openPostgres(settings, { log, connectionsMax, lacksSpace })
      writeMarker(dataDir, keys.id)
      return opened
    })
  } catch (error) {
    // People read a clear message; the driver's message helps to find the cause.
    log.info({ err: error }, 'embedded database')
    throw toDamagedDatabase(error, databaseFolder(dataDir))
  }
}

export async function openStorage(
  config: Pick<Config, 'objectStore' | 'dataDir' | 'publicUrl' | 'mode'>,
  { keys, ...rest }: Pick<Deps, 'keys' | 'log' | 'now'>,
): Promise<Pick<Deps, 'storage' | 'storageOrigin' | 'embeddedStore'>> {
  const { objectStore: settings, dataDir, publicUrl } = config
  if (settings) {
    // Loaded only when it is used, because its client is large.
    const { openS3Storage } = await import('./adapters/storage/s3/s3-storage.ts')
    const storage = await openS3Storage({ settings, scratch: join(dataDir, 'parts'), ...rest })
    return { storage, storageOrigin: await downloadOrigin(storage, { ...config, ...rest }), embeddedStore: null }
  }
  const signingKey = keys.storageLinks
  const folder = join(dataDir, 'objects')
  const storage = await openLocalStorage({ folder, publicUrl, signingKey, now: rest.now })
  return { storage, storageOrigin: await downloadOrigin(storage, { ...config, ...rest }), embeddedStore: storage }
}

function openMail({
  mail: { smtp, folder, from },
  publicUrl,
}: Pick<Config, 'mail' | 'publicUrl'>): Pick<Deps, 'mail' | 'emailFolder'> {
  const host = new URL(publicUrl).hostname
  if (smtp) return { mail: createSmtpTransport({ settings: smtp, from, host }), emailFolder: null }
  const emailFolder = createFolderTransport({ folder, from, host })
  return { mail: emailFolder, emailFolder }
}

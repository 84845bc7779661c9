import { join } from 'node:path'
import type { Logger } from 'pino'
import { databaseFolder, guardDatabaseFolder, noteMade } from './adapters/db/embedded-folder.ts'
import { lockFolder, openLocked } from './adapters/db/folder-lock.ts'
import { guardKeyOfData } from './adapters/db/key-of-data.ts'
import { type Database, type OpenDatabase, openEmbedded } from './adapters/db/open.ts'
import { damageOr } from './adapters/db/pglite.ts'
import { openPostgres } from './adapters/db/postgres.ts'
import { sayIfSlow } from './adapters/db/say-if-slow.ts'
import { endUntrusted } from './adapters/db/trust.ts'
import { waitForPostgres } from './adapters/db/wait-for-postgres.ts'
import type { Mail } from './adapters/mail/mail.ts'
import { type Outbox, openOutbox } from './adapters/mail/outbox.ts'
import { openSmtp } from './adapters/mail/smtp.ts'
import { openQueue } from './adapters/queue/open-queue.ts'
import type { Job, Queue } from './adapters/queue/queue.ts'
import { type LocalStorage, openLocalStorage } from './adapters/storage/local.ts'
import { joinSharedFolder } from './adapters/storage/shared-folder.ts'
import type { Storage } from './adapters/storage/storage.ts'
import { originOfLinks } from './adapters/storage/storage-origin.ts'
import { type Buckets, openBuckets } from './buckets.ts'
import { howToClear } from './clear-place.ts'
import { type Compute, openCompute } from './compute/pool.ts'
import type { Config } from './config.ts'
import { deriveKeys, type Keys, readOrMakeSecret } from './keys.ts'
import { openLog } from './log.ts'
import { narrowPlaces } from './private-folders.ts'

/** All that a use case may ask for; each takes a Pick of it. */
export type Deps = {
  config: Config
  keys: Keys
  db: Database
  /** Throws when the database does not answer. */
  checkDatabase: () => Promise<void>
  connections: OpenDatabase['connections']
  storage: Storage
  /** Where the links of the store lead: to the product itself with the embedded one. */
  storageOrigin: string
  /** The embedded store, for the routes that serve its links; null where an object store serves its own. */
  embeddedStore: LocalStorage | null
  mail: Mail
  /** Where letters lie that no mail server takes, for the page that shows them; null where one does. */
  outbox: Outbox | null
  queue: Queue
  /** What limits are counted with. One for all, so that its shares of a bucket are. */
  buckets: Buckets
  /** Another thread, for what would keep everybody waiting. */
  compute: Compute
  now: () => Date
  log: Logger
}

type Options = { jobs: readonly Job[]; now?: () => Date; log?: Logger }

type Opened = { deps: Deps; close: () => Promise<void> }

/** Opens everything that the configuration names, embedded by default; `close` gives it back in reverse order. */
export async function openDeps(config: Config, options: Options): Promise<Opened> {
  const unlock = lockFolder(config.dataDir)
  const log = options.log ?? openLog(config.logLevel)
  return openLocked(unlock, () => openInside(config, { ...options, log }))
}

/** The caller holds the lock of the data folder. */
async function openInside(config: Config, { log, ...options }: Options & Pick<Deps, 'log'>): Promise<Opened> {
  narrowPlaces(config, log)
  const now = options.now ?? (() => new Date())
  const keys = deriveKeys(config.secretKey ?? readOrMakeSecret(config.dataDir))
  // Before the database: whether an empty one may begin depends on what is in the store.
  const stores = await openStorage(config, { keys, log, now })
  const { db, connections, queueHome, check, close } = await openDatabase(config, { ...stores, keys, log })
  const queue = await openQueue({
    db,
    home: queueHome,
    jobs: options.jobs,
    log,
    works: config.works,
  })
  const database = { db, checkDatabase: check, connections, buckets: openBuckets({ db, now }) }
  const compute = openCompute()
  return {
    deps: { config, keys, ...database, ...stores, ...openMail(config), queue, compute, now, log },
    close: async () => {
      await queue.stop()
      await compute.close()
      await close()
    },
  }
}

type Beside = Pick<Deps, 'keys' | 'log'> & { storage: Pick<Storage, 'isEmpty'> }

/** A database that belongs to this key and this store. */
async function openDatabase(config: Config, { keys, storage, log }: Beside): Promise<OpenDatabase> {
  const asked = asking(storage)
  const opened = await (config.postgres
    ? openShared(config.postgres, log)
    : openOwn(config.dataDir, { keys, storage: asked, log }))
  try {
    await guardKeyOfData(opened.db, { keyId: keys.id, storage: asked, howToClear: howToClear(config) })
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** Only a start without a database, or with an empty one, asks. */
const asking = (storage: Pick<Storage, 'isEmpty'>): Pick<Storage, 'isEmpty'> => ({
  isEmpty: () =>
    storage.isEmpty().catch((error: unknown) => {
      const what = 'A first start has to know whether the file store is empty, and that could not be asked.'
      throw new Error(`${what} Run skyfurrow doctor, put the store right, and start again.`, { cause: error })
    }),
})

async function openShared(postgres: NonNullable<Config['postgres']>, log: Logger): Promise<OpenDatabase> {
  await waitForPostgres(postgres, { log, waitSeconds: postgres.waitSeconds })
  return openPostgres(postgres, { log, connectionsMax: postgres.connectionsMax })
}

async function openOwn(dataDir: string, { keys, storage, log }: Beside): Promise<OpenDatabase> {
  await guardDatabaseFolder(dataDir, storage)
  const stopSaying = sayIfSlow(`The embedded database in ${databaseFolder(dataDir)} is still being opened.`)
  try {
    const opened = await openEmbedded(dataDir, { lost: endUntrusted(log, dataDir) })
    noteMade(dataDir, keys.id)
    return opened
  } catch (error) {
    // People read plain words; what the driver said helps to find the cause.
    log.info({ err: error }, 'embedded database')
    throw damageOr(error, databaseFolder(dataDir))
  } finally {
    stopSaying()
  }
}

export async function openStorage(
  config: Config,
  { keys, ...rest }: Pick<Deps, 'keys' | 'log' | 'now'>,
): Promise<Pick<Deps, 'storage' | 'storageOrigin' | 'embeddedStore'>> {
  const { objectStore: settings, sharedFolder, dataDir, publicUrl } = config
  if (settings) {
    // Loaded only where it is used: its client is large.
    const { openS3Storage } = await import('./adapters/storage/s3.ts')
    const storage = await openS3Storage({ settings, scratch: join(dataDir, 'parts'), ...rest })
    return { storage, storageOrigin: await originOfLinks(storage, { ...config, ...rest }), embeddedStore: null }
  }
  const signingKey = keys.storageLinks
  const place = sharedFolder
    ? { folder: sharedFolder, sharer: joinSharedFolder({ sharedFolder, dataDir }) }
    : { folder: join(dataDir, 'objects') }
  const storage = await openLocalStorage({ ...place, publicUrl, signingKey, now: rest.now })
  return { storage, storageOrigin: await originOfLinks(storage, { ...config, ...rest }), embeddedStore: storage }
}

function openMail({ mail: { smtp, folder, from }, publicUrl }: Config): Pick<Deps, 'mail' | 'outbox'> {
  const host = new URL(publicUrl).hostname
  if (smtp) return { mail: openSmtp({ settings: smtp, from, host }), outbox: null }
  const outbox = openOutbox({ folder, from, host })
  return { mail: outbox, outbox }
}

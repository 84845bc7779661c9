import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import { lockFolder } from './adapters/db/folder-lock.ts'
import { migrate } from './adapters/db/migrate.ts'
import { type Database, openEmbedded } from './adapters/db/open.ts'
import { type Outbox, openOutbox } from './adapters/mail/outbox.ts'
import { type Job, openQueue, type Queue } from './adapters/queue/queue.ts'
import { type LocalStorage, openLocalStorage } from './adapters/storage/local.ts'
import type { Config } from './config.ts'
import { deriveKeys, type Keys, readOrMakeSecret } from './keys.ts'

/** All that a use case may ask for; each takes a Pick of it. */
export type Deps = {
  config: Config
  keys: Keys
  db: Database
  storage: LocalStorage
  mail: Outbox
  queue: Queue
  now: () => Date
  log: Logger
}

export const openLog = (config: Config): Logger => pino({ level: config.logLevel, base: null })

/** Opens everything on the embedded defaults; `close` gives it back in reverse order. */
export async function openDeps(
  config: Config,
  options: { jobs: readonly Job[]; template?: Blob; now?: () => Date },
): Promise<{ deps: Deps; close: () => Promise<void> }> {
  mkdirSync(config.dataDir, { recursive: true })
  const unlock = lockFolder(config.dataDir)
  const log = openLog(config)
  const now = options.now ?? (() => new Date())
  const keys = deriveKeys(config.secretKey ?? readOrMakeSecret(config.dataDir))
  const { db, pglite, close } = await openEmbedded(join(config.dataDir, 'db'), options.template)
  await migrate(db)
  const queue = await openQueue({ pglite, jobs: options.jobs, log })
  const storage = await openLocalStorage({
    folder: join(config.dataDir, 'objects'),
    publicUrl: config.publicUrl,
    signingKey: keys.storageLinks,
    now,
  })
  const mail = openOutbox({
    folder: join(config.dataDir, 'mail'),
    from: `Skyfurrow <no-reply@${new URL(config.publicUrl).hostname}>`,
    now,
  })
  return {
    deps: { config, keys, db, storage, mail, queue, now, log },
    close: async () => {
      await queue.stop()
      await close()
      unlock()
    },
  }
}

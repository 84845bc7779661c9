import { sql } from 'kysely'
import type { Logger } from 'pino'
import { lockFolder } from '../adapters/db/folder-lock.ts'
import { appliedMigrations, migrate } from '../adapters/db/migrate.ts'
import type { Database } from '../adapters/db/schema.ts'
import { openQueue } from '../adapters/queue/open-queue.ts'
import type { Queue } from '../adapters/queue/queue.ts'
import type { Storage } from '../adapters/storage/storage.ts'
import type { Config } from '../config/config.ts'
import { resetInstructions } from '../data-folder/reset-instructions.ts'
import { openStorage } from '../deps.ts'
import { purgeDeleted } from '../features/deletions/purge-deleted.ts'
import { deleteAgain } from '../features/deletions/purged-list.ts'
import { sendEmailJob } from '../features/emails/queue-email.ts'
import { jobs } from '../jobs.ts'
import { deriveKeys, readSecretOf } from '../secrets/keys.ts'
import { checkBackup } from './check-backup.ts'
import { tablesOf } from './dump-tables.ts'
import { loadTables } from './load-tables.ts'
import type { Manifest } from './manifest.ts'
import { putObjects } from './put-objects.ts'
import { readPurged } from './read-purged.ts'
import { openPlainDatabase } from './source.ts'

export type RestoreResult = {
  manifest: Manifest
  objects: { count: number; bytes: number }
  /** The number of things that were removed for good since. */
  purged: number
  /** Newer backups that could not say what was. */
  unread: string[]
}

type Options = {
  log: Logger
  now: () => Date
  /** Accepts a backup without a valid signature. */
  unsigned?: boolean
  /** A file that says what was removed for good, of the data folder that is replaced. */
  purgedList?: string
  report?: (what: 'checked' | 'restored', objects: number) => void
}

/** A start of the product records this by itself. It does not count as data. */
const STARTUP_TABLE = 'secret_key_id'

/**
 * Restores a backup into the empty target that a configuration names. The whole backup is checked first. Objects come first and
 * the rows last, in one transaction, so that an interrupted restore leaves no rows.
 */
export async function restoreBackup(
  config: Config,
  backup: string,
  { log, now, unsigned = false, purgedList, report = () => undefined }: Options,
): Promise<RestoreResult> {
  const keys = deriveKeys(readSecretOf(config))
  const { manifest, problems } = await checkBackup(backup, {
    keys: unsigned ? null : keys,
    report: (objects) => report('checked', objects),
  })
  if (manifest && manifest.secretKeyId !== keys.id) problems.push(otherKeyProblem(manifest.secretKeyId, keys.id))
  if (!manifest || problems.length > 0)
    throw new Error(
      `This backup can't be restored, and nothing was changed:\n${problems.map((one) => `  - ${one}`).join('\n')}`,
    )
  const { purged, unread } = await readPurged(backup, { keys: unsigned ? null : keys, list: purgedList })
  const unlock = lockFolder(config.dataDir)
  try {
    const { db, queueConnection, close } = await openPlainDatabase(config, log)
    try {
      const { storage } = await openStorage(config, { keys, log, now })
      await assertEmptyTarget({ db, storage, manifest, toReset: resetInstructions(config) })
      await migrate(db, manifest.schema.at(-1))
      // The backup has its own row. Until that is restored, a start finds files without rows, and is rejected.
      await db.deleteFrom('secretKeyId').execute()
      const put = await putObjects(storage, backup, {
        list: manifest.objects,
        partBytes: config.partBytes,
        report: (n) => report('restored', n),
      })
      await loadTables(db, backup, { manifest, at: now() })
      await migrate(db)
      const queue = await openQueue({ db, connection: queueConnection, jobs, log, jobWeights: [] })
      try {
        await requeuePendingEmails(db, queue)
        await deleteAgain(db, purged, { purgeOn: now() })
        // It has recorded what it could not remove, and the next night goes on.
        await purgeDeleted({ db, now, queue, log, config }).catch((error: unknown) =>
          log.error({ err: error }, 'not all that was removed for good could be removed again'),
        )
      } finally {
        await queue.stop()
      }
      return { manifest, objects: put, purged: purged.length, unread }
    } finally {
      await close()
    }
  } finally {
    unlock()
  }
}

/** The product would not start with these rows. */
const otherKeyProblem = (theirs: string, ours: string): string =>
  `It belongs to another secret key (${theirs}) than this installation (${ours}). ` +
  'First set the SECRET_KEY, or restore the secret.key in DATA_DIR, that it was created with'

type Target = { db: Database; storage: Pick<Storage, 'isEmpty'>; manifest: Manifest; toReset: string }

async function assertEmptyTarget({ db, storage, manifest, toReset }: Target): Promise<void> {
  const advice = `A backup can only be restored into an empty database and store. ${toReset}`
  const used = await tablesInUse(db)
  if (used.length > 0) throw new Error(`The database has rows already (${used.join(', ')}). ${advice}`)
  if (!(await storage.isEmpty())) throw new Error(`The store has files already. ${advice}`)
  const applied = await appliedMigrations(db)
  const beyond = applied.filter((name) => !manifest.schema.includes(name))
  if (beyond.length > 0)
    throw new Error(`The tables of the database are newer than those of the backup (${beyond.join(', ')}). ${advice}`)
}

async function tablesInUse(db: Database): Promise<string[]> {
  const used: string[] = []
  for (const table of await tablesOf(db)) {
    if (table === STARTUP_TABLE) continue
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0) used.push(table)
  }
  return used
}

/** Jobs are not in a backup. Nightly jobs find all work except emails, so pending ones are enqueued; some may be sent twice. */
const requeuePendingEmails = (db: Database, queue: Queue): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const pending = await trx.selectFrom('emails').select('id').where('status', '=', 'WAITING').execute()
    for (const { id } of pending) await queue.enqueue(trx, sendEmailJob, { emailId: id })
  })

import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { CamelCasePlugin, Kysely, PGliteDialect, sql } from 'kysely'
import type { Connection } from './connection.ts'
import { detectCorruption, type OnFatal } from './corruption.ts'
import { openOrCreate } from './embedded-folder.ts'
import { migrate } from './migrate.ts'
import type { Schema } from './schema.ts'
import { createWriteCheck } from './write-check.ts'

export type Database = Kysely<Schema>

/** The connections of the queue: its own where there can be more than one. */
export type QueueConnection = { pglite: PGlite } | { connection: Connection }

export type Connections = { total: number; idle: number; waiting: number }

/** A database whose schema is up to date. */
export type OpenDatabase = {
  db: Database
  /** The connections that calls share; null for the embedded database, which has one. */
  connections: (() => Connections) | null
  queueConnection: QueueConnection
  /** Throws when it cannot be read or written. */
  check: () => Promise<void>
  close: () => Promise<void>
}

export type EmbeddedDatabase = OpenDatabase & { pglite: PGlite }

/**
 * Opens the embedded database of a data folder, and creates it where there is none. The caller holds the lock of the folder,
 * and has checked that none is lost. `onFatal` is called when the database cannot be trusted any more.
 */
export async function openEmbedded(
  dataDir: string,
  { onFatal = () => undefined }: { onFatal?: OnFatal } = {},
): Promise<EmbeddedDatabase> {
  const pglite = await openOrCreate(dataDir, onFatal)
  detectCorruption(pglite, onFatal)
  const db = new Kysely<Schema>({
    dialect: new PGliteDialect({ pglite }),
    // Only column names are converted; the content of jsonb is data.
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  try {
    await migrate(db)
  } catch (error) {
    await pglite.close().catch(() => undefined)
    throw error
  }
  return {
    db,
    pglite,
    connections: null,
    queueConnection: { pglite },
    check: createWriteCheck({
      read: () => sql`select 1`.execute(db),
      write: async () => {
        await sql`select pg_logical_emit_message(true, 'skyfurrow', 'ready')`.execute(db)
        await createAndRemoveFile(join(dataDir, 'db.check'))
      },
    }),
    close: () => pglite.close(),
  }
}

/** Checks for a free descriptor and inode on the disk of the database, which needs them for its next file. */
async function createAndRemoveFile(path: string): Promise<void> {
  await writeFile(path, '')
  await rm(path)
}

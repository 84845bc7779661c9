import { PGlite } from '@electric-sql/pglite'
import { CamelCasePlugin, Kysely, PGliteDialect, sql } from 'kysely'
import type { Connection } from './connection.ts'
import { openOrMake } from './embedded-folder.ts'
import { migrate } from './migrate.ts'
import type { Schema } from './schema.ts'

export type Database = Kysely<Schema>

/** Where the queue keeps its jobs: beside our tables, over connections of its own where there can be more than one. */
export type QueueHome = { pglite: PGlite } | { connection: Connection }

export type Connections = { total: number; idle: number; waiting: number }

/** A database whose schema is up to date. */
export type OpenDatabase = {
  db: Database
  /** Those that calls share; null for the embedded database, which has one. */
  connections: (() => Connections) | null
  queueHome: QueueHome
  /** Throws when it can't be read or, having been found full, not be written. */
  check: () => Promise<void>
  close: () => Promise<void>
}

export type EmbeddedDatabase = OpenDatabase & { pglite: PGlite }

/**
 * Opens the embedded database of a data folder, or one in memory, and makes it where there is none. The caller holds the
 * lock of the folder, and knows that none is lost. `template` is a dump to start a new one from.
 */
export async function openEmbedded(dataDir: string | null, template?: Blob): Promise<EmbeddedDatabase> {
  const start = template ? { loadDataDir: template } : {}
  const pglite = dataDir ? await openOrMake(dataDir, start) : await PGlite.create(start)
  const db = new Kysely<Schema>({
    dialect: new PGliteDialect({ pglite }),
    // Only column names are ours; what stands inside jsonb is data.
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
    queueHome: { pglite },
    check: async () => void (await sql`select 1`.execute(db)),
    close: () => pglite.close(),
  }
}

import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { CamelCasePlugin, Kysely, PGliteDialect, sql } from 'kysely'
import type { Connection } from './connection.ts'
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

/** Opens the embedded database; the caller holds the lock of the folder. `template` is a dump to start a new one from. */
export async function openEmbedded(folder: string | null, template?: Blob): Promise<EmbeddedDatabase> {
  const start = template ? { loadDataDir: template } : {}
  if (folder && !existsSync(folder)) await make(folder, start)
  const pglite = await PGlite.create(folder ? { dataDir: folder } : start)
  const db = new Kysely<Schema>({
    dialect: new PGliteDialect({ pglite }),
    // Only column names are ours; what stands inside jsonb is data.
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  await migrate(db)
  return {
    db,
    pglite,
    connections: null,
    queueHome: { pglite },
    check: async () => void (await sql`select 1`.execute(db)),
    close: () => pglite.close(),
  }
}

/** Takes its name in one step, so that what was cut off in the making is not taken for a database. */
async function make(folder: string, start: { loadDataDir?: Blob }): Promise<void> {
  const making = `${folder}.new`
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making, { recursive: true })
  const pglite = await PGlite.create({ dataDir: making, ...start })
  await pglite.close()
  renameSync(making, folder)
}

import { mkdirSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { CamelCasePlugin, Kysely, PGliteDialect } from 'kysely'
import type { Schema } from './schema.ts'

export type Database = Kysely<Schema>

export type EmbeddedDatabase = { db: Database; pglite: PGlite; close: () => Promise<void> }

/** Opens the embedded database; the caller holds the lock of the folder. `template` is a dump to start a new one from. */
export async function openEmbedded(folder: string | null, template?: Blob): Promise<EmbeddedDatabase> {
  if (folder) mkdirSync(folder, { recursive: true })
  const pglite = await PGlite.create({
    ...(folder ? { dataDir: folder } : {}),
    ...(template ? { loadDataDir: template } : {}),
  })
  const db = new Kysely<Schema>({
    dialect: new PGliteDialect({ pglite }),
    // Only column names are ours; what stands inside jsonb is data.
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  return { db, pglite, close: () => pglite.close() }
}

import { existsSync, readdirSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { CamelCasePlugin, Kysely, PGliteDialect, sql } from 'kysely'
import { seconds } from '#domain/units.ts'
import type { Schema } from '../adapters/db/schema.ts'
import { type Finding, fail, type Given, ok, reasonOf, skipped } from './finding.ts'

const OPEN_MS = seconds(60)

type Contents = (given: Given, db: Kysely<Schema>) => AsyncGenerator<Finding>

/** Opens a copy: the opening of a database changes it, and it has room for one process only. */
export async function* checkEmbedded(given: Given, contents: Contents): AsyncGenerator<Finding> {
  const folder = join(given.config.dataDir, 'db')
  if (given.isRunning) {
    yield skipped('database', 'the embedded database is in use; stop the program to have it looked at')
    return
  }
  if (!existsSync(folder) || readdirSync(folder).length === 0) {
    yield ok('database', 'the embedded database will be made at the first start')
    return
  }
  const copy = await mkdtemp(join(tmpdir(), 'skyfurrow-doctor-'))
  try {
    await cp(folder, copy, { recursive: true })
    yield* lookInto(given, { folder, copy, contents })
  } catch (error) {
    yield fail(
      'database',
      `${folder} can't be read: ${reasonOf(error)}`,
      'See to whom its files belong, and to the disk.',
    )
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

async function* lookInto(
  given: Given,
  { folder, copy, contents }: { folder: string; copy: string; contents: Contents },
): AsyncGenerator<Finding> {
  let pglite: PGlite | undefined
  try {
    pglite = await openInTime(copy)
    const db = new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }), plugins: [new CamelCasePlugin()] })
    const tables = await readAll(db)
    yield ok('database', `the embedded database can be opened and read (${tables} tables)`)
    yield* contents(given, db)
  } catch (error) {
    yield fail(
      'database',
      `the embedded database in ${folder} is damaged: ${reasonOf(error).split('\n', 1)[0]}`,
      'Restore a backup. Keep the damaged folder until that has worked.',
    )
  } finally {
    await pglite?.close().catch(() => undefined)
  }
}

async function openInTime(dataDir: string): Promise<PGlite> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('it does not open')), OPEN_MS)
  try {
    return await Promise.race([PGlite.create({ dataDir }), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

async function readAll(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ schema: string; name: string }>`select schemaname as schema, tablename as name
    from pg_tables where schemaname in ('public', 'queue')`.execute(db)
  for (const { schema, name } of rows) await sql`select count(*) from ${sql.id(schema, name)}`.execute(db)
  return rows.length
}

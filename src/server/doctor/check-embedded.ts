import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { CamelCasePlugin, Kysely, PGliteDialect, sql } from 'kysely'
import { seconds } from '#domain/units.ts'
import { databaseFolder, isUnmade, whyNoDatabase } from '../adapters/db/embedded-folder.ts'
import { DamagedDatabase, damageOr, openPglite } from '../adapters/db/pglite.ts'
import type { Schema } from '../adapters/db/schema.ts'
import { holdsFiles } from './check-file-store.ts'
import { type Finding, fail, type Given, ok, reasonOf, skipped } from './finding.ts'

const OPEN_MS = seconds(60)

const RESTORE = 'Restore a backup. Keep the damaged folder until that has worked.'

const damaged = (folder: string, reason: string): string => `the embedded database in ${folder} is damaged: ${reason}`

type Contents = (given: Given, db: Kysely<Schema>) => AsyncGenerator<Finding>

/** Opens a copy: the opening of a database changes it, and it has room for one process only. */
export async function* checkEmbedded(given: Given, contents: Contents): AsyncGenerator<Finding> {
  const folder = databaseFolder(given.config.dataDir)
  if (given.isRunning) {
    yield skipped('database', 'the embedded database is in use; stop the program to have it looked at')
    return
  }
  const fault = await whyNoDatabase(given.config.dataDir, () => holdsFiles(given))
  if (fault) {
    const isDamaged = fault instanceof DamagedDatabase
    yield fail('database', isDamaged ? damaged(folder, fault.reason) : fault.message, RESTORE)
    return
  }
  if (isUnmade(given.config.dataDir)) {
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
    const plain = damageOr(error, folder)
    yield fail(
      'database',
      damaged(folder, plain instanceof DamagedDatabase ? plain.reason : (reasonOf(plain).split('\n', 1)[0] ?? '')),
      RESTORE,
    )
  } finally {
    await pglite?.close().catch(() => undefined)
  }
}

async function openInTime(dataDir: string): Promise<PGlite> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('it does not open')), OPEN_MS)
  try {
    return await Promise.race([openPglite(dataDir), late.promise])
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

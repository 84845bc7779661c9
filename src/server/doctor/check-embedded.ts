import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { CamelCasePlugin, Kysely, PGliteDialect, sql } from 'kysely'
import { seconds } from '#domain/units.ts'
import { databaseFolder, isEmpty, lostDatabaseProblem } from '../adapters/db/embedded-folder.ts'
import { DamagedDatabase, openPglite, toDamagedDatabase } from '../adapters/db/pglite.ts'
import type { Schema } from '../adapters/db/schema.ts'
import { hasFiles } from './check-file-store.ts'
import { type DoctorContext, type Finding, fail, ok, reasonOf, skipped } from './finding.ts'

const OPEN_TIMEOUT_MS = seconds(60)

const RESTORE = 'Restore a backup. Keep the damaged folder until that has worked.'

const damaged = (folder: string, reason: string): string => `the embedded database in ${folder} is damaged: ${reason}`

type Contents = (context: DoctorContext, db: Kysely<Schema>) => AsyncGenerator<Finding>

/** Opens a copy, because opening a database changes it and only one process can open it. */
export async function* checkEmbedded(context: DoctorContext, contents: Contents): AsyncGenerator<Finding> {
  const folder = databaseFolder(context.config.dataDir)
  if (context.isRunning) {
    yield skipped('database', 'the embedded database is in use; stop the program to check it')
    return
  }
  const problem = await lostDatabaseProblem(context.config.dataDir, () => hasFiles(context))
  if (problem) {
    const isDamaged = problem instanceof DamagedDatabase
    yield fail('database', isDamaged ? damaged(folder, problem.reason) : problem.message, RESTORE)
    return
  }
  if (isEmpty(context.config.dataDir)) {
    yield ok('database', 'the embedded database will be created at the first start')
    return
  }
  const copy = await mkdtemp(join(tmpdir(), 'skyfurrow-doctor-'))
  try {
    await cp(folder, copy, { recursive: true })
    yield* inspectDatabase(context, { folder, copy, contents })
  } catch (error) {
    yield fail('database', `${folder} can't be read: ${reasonOf(error)}`, 'Check who owns its files, and the disk.')
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

async function* inspectDatabase(
  context: DoctorContext,
  { folder, copy, contents }: { folder: string; copy: string; contents: Contents },
): AsyncGenerator<Finding> {
  let pglite: PGlite | undefined
  try {
    pglite = await openWithTimeout(copy)
    const db = new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }), plugins: [new CamelCasePlugin()] })
    const tables = await readAll(db)
    yield ok('database', `the embedded database can be opened and read (${tables} tables)`)
    yield* contents(context, db)
  } catch (error) {
    const translated = toDamagedDatabase(error, folder)
    yield fail(
      'database',
      damaged(
        folder,
        translated instanceof DamagedDatabase ? translated.reason : (reasonOf(translated).split('\n', 1)[0] ?? ''),
      ),
      RESTORE,
    )
  } finally {
    await pglite?.close().catch(() => undefined)
  }
}

async function openWithTimeout(dataDir: string): Promise<PGlite> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new Error('it does not open')), OPEN_TIMEOUT_MS)
  try {
    return await Promise.race([openPglite(dataDir), timeout.promise])
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

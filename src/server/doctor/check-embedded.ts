import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { DamagedDatabase, OtherVersion, toDamagedDatabase } from '../adapters/db/embedded/damage.ts'
import { databaseFolder, isEmpty, lostDatabaseProblem } from '../adapters/db/embedded/embedded-folder.ts'
import { runningServer, startServer } from '../adapters/db/embedded/embedded-server.ts'
import type { Database } from '../adapters/db/schema.ts'
import { hasFiles } from './check-file-store.ts'
import { type DoctorContext, type Finding, fail, ok, reasonOf, skipped } from './finding.ts'
import { openReadOnly } from './open-read-only.ts'

const RESTORE = 'Restore a backup. Keep the damaged folder until that has worked.'

const damaged = (folder: string, reason: string): string => `the embedded database in ${folder} is damaged: ${reason}`

type Contents = (context: DoctorContext, db: Database) => AsyncGenerator<Finding>

/** Beside a running product, its database; otherwise a copy, because starting a database changes it. */
export async function* checkEmbedded(context: DoctorContext, contents: Contents): AsyncGenerator<Finding> {
  const { dataDir, connectionsMax } = context.config
  const folder = databaseFolder(dataDir)
  const problem = await lostDatabaseProblem(dataDir, () => hasFiles(context))
  if (problem) {
    const isDamaged = problem instanceof DamagedDatabase
    const todo = problem instanceof OtherVersion ? 'Skyfurrow does not start before that.' : RESTORE
    yield fail('database', isDamaged ? damaged(folder, problem.reason) : problem.message, todo)
    return
  }
  if (context.isRunning) {
    const settings = runningServer(dataDir)
    if (!settings)
      yield skipped('database', 'the embedded database is being started, or another command uses its folder')
    else yield* inspect(context, { folder, settings, contents })
    return
  }
  if (isEmpty(dataDir)) {
    yield ok('database', 'the embedded database will be created at the first start')
    return
  }
  const copy = await mkdtemp(join(tmpdir(), 'skyfurrow-doctor-'))
  try {
    await cp(folder, databaseFolder(copy), { recursive: true })
  } catch (error) {
    await rm(copy, { recursive: true, force: true })
    yield fail('database', `${folder} can't be read: ${reasonOf(error)}`, 'Check who owns its files, and the disk.')
    return
  }
  try {
    const server = await startServer(copy, { log: pino({ level: 'silent' }), connectionsMax })
    try {
      yield* inspect(context, { folder, settings: server.settings, contents })
    } finally {
      await server.stop()
    }
  } catch (error) {
    yield problemOf(error, folder)
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

type Inspected = { folder: string; settings: Parameters<typeof openReadOnly>[0]; contents: Contents }

async function* inspect(context: DoctorContext, { folder, settings, contents }: Inspected): AsyncGenerator<Finding> {
  const db = openReadOnly(settings)
  try {
    yield ok('database', `the embedded database can be opened and read (${await readAll(db)} tables)`)
    yield* contents(context, db)
  } catch (error) {
    yield problemOf(error, folder)
  } finally {
    await db.destroy()
  }
}

function problemOf(error: unknown, folder: string): Finding {
  const translated = toDamagedDatabase(error, folder)
  if (translated instanceof DamagedDatabase) return fail('database', damaged(folder, translated.reason), RESTORE)
  return fail('database', reasonOf(error), 'Correct that, and run doctor again.')
}

async function readAll(db: Database): Promise<number> {
  const { rows } = await sql<{ schema: string; name: string }>`select schemaname as schema, tablename as name
    from pg_tables where schemaname in ('public', 'queue')`.execute(db)
  for (const { schema, name } of rows) await sql`select count(*) from ${sql.id(schema, name)}`.execute(db)
  return rows.length
}

import { sql } from 'kysely'
import { pino } from 'pino'
import type { PostgresSettings } from '../adapters/db/database-url.ts'
import { compareSchema, FIRST_MIGRATION, newerSchemaMessage } from '../adapters/db/migrate.ts'
import { isTransient } from '../adapters/db/postgres-errors.ts'
import type { Database } from '../adapters/db/schema.ts'
import { FILES_WITHOUT_ROWS, hasNoData, otherKeyProblem } from '../adapters/db/secret-key-check.ts'
import { waitForPostgres } from '../adapters/db/wait-for-postgres.ts'
import { resetInstructions } from '../data-folder/reset-instructions.ts'
import { checkAccounts } from './check-accounts.ts'
import { clockProblem } from './check-clock.ts'
import { checkEmbedded } from './check-embedded.ts'
import { hasFiles } from './check-file-store.ts'
import { checkWorkers } from './check-workers.ts'
import { type DoctorContext, type Finding, fail, ok, reasonOf } from './finding.ts'
import { openReadOnly } from './open-read-only.ts'

export async function* checkDatabase(context: DoctorContext): AsyncGenerator<Finding> {
  const { postgres } = context.config
  yield* postgres ? checkPostgres(context, postgres) : checkEmbedded(context, checkContents)
}

async function* checkPostgres(context: DoctorContext, settings: PostgresSettings): AsyncGenerator<Finding> {
  const where = `${settings.host}:${settings.port}`
  try {
    await waitForPostgres(settings, { log: pino({ level: 'silent' }), waitSeconds: 0 })
  } catch (error) {
    yield connectionProblem(error, where)
    return
  }
  yield ok('database', `connected to PostgreSQL at ${where}`)
  const db = openReadOnly(settings)
  try {
    yield* checkContents(context, db)
    const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db)
    const skew = clockProblem(rows[0]?.now.getTime() ?? 0, { now: context.now(), whose: 'the database' })
    yield skew ?? ok('clock of the database', 'it agrees with this machine')
  } catch (error) {
    yield fail('database', `it can't be read: ${reasonOf(error)}`, 'See the log of PostgreSQL.')
  } finally {
    await db.destroy()
  }
}

function connectionProblem(error: unknown, where: string): Finding {
  const cause = error instanceof Error ? error.cause : undefined
  const reason = reasonOf(error)
  const isTrust = /certificate|self-signed|unable to (get|verify)|altnames|does not support SSL/i.test(reason)
  if (isTransient(cause))
    return fail('database', `nothing responds at ${where}: ${reason}`, 'Start PostgreSQL, or correct DATABASE_URL.')
  if (isTrust)
    return fail(
      'database',
      `the TLS certificate of ${where} is not trusted: ${reason}`,
      'Set its certificate authority (DATABASE_URL=…?sslrootcert=<file>), and use the host name of the certificate.',
    )
  const message = error instanceof Error ? error.message : reason
  return fail('database', message, 'Correct DATABASE_URL, or the permissions of that user in PostgreSQL.')
}

async function* checkContents(context: DoctorContext, db: Database): AsyncGenerator<Finding> {
  const { config, keyId } = context
  const { unknown, missing } = await compareSchema(db)
  if (unknown.length > 0) yield fail('schema', newerSchemaMessage(unknown), 'Do not start this version on it.')
  else if (missing.includes(FIRST_MIGRATION))
    yield ok('schema', 'the database is empty; the first start creates its tables')
  else if (missing.length > 0)
    yield fail(
      'schema',
      `the database is older than this version; missing migrations: ${missing.join(', ')}`,
      'Make a backup, then start the program or run: skyfurrow migrate',
    )
  else yield ok('schema', 'it is up to date')
  const isCreated = !missing.includes(FIRST_MIGRATION)
  const isEmpty = !isCreated || (await hasNoData(db))
  if (isEmpty && (await hasFiles(context))) yield fail('schema', FILES_WITHOUT_ROWS, resetInstructions(config))
  if (isCreated) yield* checkAccounts(config, db)
  // The embedded database has one process, which runs all jobs.
  if (config.postgres && missing.length === 0) yield* checkWorkers(db)
  if (keyId === undefined || !isCreated) return
  const problem = await otherKeyProblem(db, keyId)
  yield problem
    ? fail('key of the data', problem, 'Skyfurrow does not start with it.')
    : ok('key of the data', 'the data was created with this secret key')
}

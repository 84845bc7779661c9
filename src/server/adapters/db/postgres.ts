import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely'
import { type ClientConfig, type CustomTypesConfig, Pool, types } from 'pg'
import type { Logger } from 'pino'
import { hours, seconds } from '#domain/units.ts'
import { openChanges } from './changes.ts'
import { connectionOptions, PATIENT } from './connection.ts'
import type { PostgresSettings } from './database-url.ts'
import { migrate } from './migrate.ts'
import type { OpenDatabase } from './open.ts'
import { createPool } from './pool.ts'
import { isDiskFull } from './postgres-errors.ts'
import { retryConflicts } from './retry-conflicts.ts'
import type { Database, Schema } from './schema.ts'
import { createWriteCheck } from './write-check.ts'

const STATEMENT_TIMEOUT_MS = seconds(5)
/** For a server that does not even report a timeout. */
const RESPONSE_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + seconds(2)
const IDLE_IN_TRANSACTION_TIMEOUT_MS = seconds(15)
const MIGRATION_LOCK_TIMEOUT_MS = seconds(5)
/** Building an index over millions of rows takes long. */
const MIGRATION_RESPONSE_TIMEOUT_MS = hours(24)

const INT8 = types.builtins.INT8
const asNumber = (text: string): number | bigint => {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}
const typeParsers: CustomTypesConfig = {
  getTypeParser: (id, format) =>
    id === INT8 && format !== 'binary' ? asNumber : types.getTypeParser(id, format ?? 'text'),
}

type Options = { log: Logger; connectionsMax: number; lacksSpace?: () => boolean }

/** Opens a PostgreSQL that responds, and migrates its schema. */
export async function openPostgres(
  settings: PostgresSettings,
  { log, connectionsMax, lacksSpace }: Options,
): Promise<OpenDatabase> {
  await migratePostgres(settings, log)
  const disk = { isFull: false }
  const { db, pool } = openPool(settings, {
    log,
    onFailure: (error) => {
      disk.isFull ||= isDiskFull(error)
    },
    lacksSpace,
    name: 'skyfurrow',
    max: connectionsMax,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    responseTimeoutMs: RESPONSE_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  })
  retryConflicts(db)
  const changes = openChanges(connectionOptions(settings, 'skyfurrow changes'), log)
  const checkWrites = createWriteCheck({
    read: () => sql`select 1`.execute(db),
    write: () => sql`select pg_logical_emit_message(true, 'skyfurrow', 'ready')`.execute(db),
  })
  return {
    db,
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    queueConnection: { ...connectionOptions(settings, 'skyfurrow jobs'), ...PATIENT },
    check: async () => {
      await (disk.isFull ? writeTemporaryTable(db) : checkWrites())
      disk.isFull = false
    },
    changes,
    close: async () => {
      await changes.close()
      await db.destroy()
    },
  }
}

type PoolOptions = ClientConfig & {
  log: Logger
  name: string
  max: number
  onFailure?: (error: unknown) => void
  lacksSpace?: (() => boolean) | undefined
  responseTimeoutMs?: number
}

function openPool(
  settings: PostgresSettings,
  {
    log,
    name,
    onFailure = () => undefined,
    lacksSpace,
    responseTimeoutMs = MIGRATION_RESPONSE_TIMEOUT_MS,
    ...limits
  }: PoolOptions,
): { db: Database; pool: Pool } {
  const pool = new Pool({ ...connectionOptions(settings, name), ...limits, types: typeParsers })
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: createPool(pool, { log, onFailure, lacksSpace, responseTimeoutMs }) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  return { db, pool }
}

/** Waits for other migrating processes as long as they take, but for calls that use a table no longer than calls can wait. */
async function migratePostgres(settings: PostgresSettings, log: Logger): Promise<void> {
  const { db } = openPool(settings, {
    log,
    name: 'skyfurrow migrate',
    max: 2,
    lock_timeout: MIGRATION_LOCK_TIMEOUT_MS,
    ...PATIENT,
  })
  try {
    await migrate(db)
  } finally {
    await db.destroy()
  }
}

/** A mebibyte for the length of a transaction, because reading still works on a full disk. */
const writeTemporaryTable = (db: Database): Promise<unknown> =>
  db.transaction().execute((trx) =>
    sql`create temporary table room_for_more on commit drop as
      select repeat(md5(at::text), 32) as text from generate_series(1, 1024) at`.execute(trx),
  )

import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import { connectionOptions } from '../adapters/db/connection.ts'
import type { PostgresSettings } from '../adapters/db/database-url.ts'
import type { Database, Schema } from '../adapters/db/schema.ts'

/** A connection that can change nothing. */
export function openReadOnly(settings: PostgresSettings): Database {
  const pool = new Pool({
    ...connectionOptions(settings, 'skyfurrow doctor'),
    max: 1,
    options: '-c default_transaction_read_only=on',
  })
  pool.on('error', () => undefined)
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] })
}

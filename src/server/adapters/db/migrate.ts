import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { AppError } from '#domain/errors.ts'
import { schema } from './migrations/001-schema.ts'
import type { Database } from './schema.ts'

/** The first makes the schema; those that follow change it, and are never changed themselves. */
export const FIRST_MIGRATION = '001-schema'
const migrations = { [FIRST_MIGRATION]: schema }

/**
 * Migrates the schema to the newest version, or up to one migration; returns the names of the migrations that ran. @throws when
 * it is newer than this program.
 */
export async function migrate(db: Database, upTo?: string): Promise<string[]> {
  const { unknown } = await compareSchema(db)
  if (unknown.length > 0) throw new Error(newerSchemaMessage(unknown))
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest())
  if (error) {
    const cause = error instanceof AppError ? error.cause : error
    throw new Error('The database could not be brought up to date', { cause })
  }
  return (results ?? []).map((result) => result.migrationName)
}

export const unknownMigrations = (names: readonly string[]): string[] =>
  names.filter((name) => !Object.hasOwn(migrations, name))

/** The migrations of the schema, in order; empty in an empty database. */
export async function appliedMigrations(db: Database): Promise<string[]> {
  const table = await sql<{ oid: string | null }>`select to_regclass('kysely_migration')::text as oid`.execute(db)
  if (!table.rows[0]?.oid) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Compares the schema with this program: migrations that it does not know, and those that have not run. */
export async function compareSchema(db: Database): Promise<{ unknown: string[]; missing: string[] }> {
  const names = await appliedMigrations(db)
  return { unknown: unknownMigrations(names), missing: Object.keys(migrations).filter((name) => !names.includes(name)) }
}

export const newerSchemaMessage = (unknown: readonly string[]): string =>
  `The database was brought up to date by a newer Skyfurrow: this version does not know ${unknown.join(', ')}. ` +
  'Start that version, or restore a backup from before it.'

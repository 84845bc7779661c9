import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import { parseDatabaseUrl } from '#server/adapters/db/database-url.ts'
import type { OpenDatabase } from '#server/adapters/db/open.ts'
import { openPostgres } from '#server/adapters/db/postgres.ts'

declare module 'vitest' {
  // biome-ignore lint: this extends the framework's interface.
  interface ProvidedContext {
    /** The URL of the migrated database to copy. */
    templateUrl: string
  }
}

/** A database in the PostgreSQL of this test run. */
export type TestDatabase = {
  /** The settings to use it. */
  env: { DATABASE_URL: string }
  remove: () => Promise<void>
}

/** A new copy of the migrated database. */
export const copyDatabase = (): Promise<TestDatabase> =>
  createDatabase(`template ${databaseOf(inject('templateUrl'))} strategy file_copy`)

export const createEmptyDatabase = (): Promise<TestDatabase> => createDatabase('')

/** An open copy of the migrated database, for tests without a server. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const { env, remove } = await copyDatabase()
  const settings = parseDatabaseUrl(env.DATABASE_URL)
  if ('problem' in settings) throw new Error(settings.problem)
  const database = await openPostgres(settings, { log: pino({ level: 'silent' }), connectionsMax: 5 })
  const close = async () => {
    await database.close()
    await remove()
  }
  return { ...database, close }
}

async function createDatabase(how: string): Promise<TestDatabase> {
  const url = new URL(inject('templateUrl'))
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asOwner(`create database ${name} ${how}`)
  url.pathname = name
  return { env: { DATABASE_URL: url.href }, remove: () => asOwner(`drop database ${name} with (force)`) }
}

const databaseOf = (url: string): string => new URL(url).pathname.slice(1)

async function asOwner(sql: string): Promise<void> {
  const url = new URL(inject('templateUrl'))
  url.pathname = 'postgres'
  const client = new Client(url.href)
  await client.connect()
  await client.query(sql)
  await client.end()
}

import { randomUUID } from 'node:crypto'
import { cpSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import { parseDatabaseUrl } from '#server/adapters/db/database-url.ts'
import { databaseFolder } from '#server/adapters/db/embedded-folder.ts'
import { type OpenDatabase, openEmbedded } from '#server/adapters/db/open.ts'
import { openPostgres } from '#server/adapters/db/postgres.ts'
import { readOrCreateSecret } from '#server/keys.ts'

declare module 'vitest' {
  // biome-ignore lint: this extends the framework's interface.
  interface ProvidedContext {
    /** The folder of the migrated embedded database to copy. Empty in the PostgreSQL run. */
    databaseTemplate: string
    /** The URL of the migrated PostgreSQL database to copy. Empty in the embedded run. */
    postgresUrl: string
  }
}

/** A new copy of the migrated database, embedded or PostgreSQL depending on the run. */
export type TestDatabase = {
  /** The settings to use it. */
  env: { DATABASE_URL?: string }
  remove: () => Promise<void>
}

/** The embedded database is copied into `dataDir` and removed with that folder. */
export async function copyDatabase(dataDir: string): Promise<TestDatabase> {
  const source = inject('postgresUrl')
  if (!source) {
    copyEmbedded(dataDir)
    return { env: {}, remove: async () => undefined }
  }
  const url = new URL(source)
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asOwner(url, `create database ${name} template ${url.pathname.slice(1)}`)
  const copy = new URL(url)
  copy.pathname = name
  return { env: { DATABASE_URL: copy.href }, remove: () => asOwner(url, `drop database ${name} with (force)`) }
}

/** Creates a data folder as after a first start, with the secret key, without which the server rejects the database. */
export function copyEmbedded(dataDir: string): void {
  readOrCreateSecret(dataDir)
  copyDatabaseFiles(inject('databaseTemplate'), databaseFolder(dataDir))
}

/** A data folder that is there, for tests that change or damage it. */
export function copyDataFolder(from: string, to: string): void {
  const database = databaseFolder(from)
  cpSync(from, to, { recursive: true, filter: (path) => path !== database })
  copyDatabaseFiles(database, databaseFolder(to))
}

/** The databases `template1` and `template0`. PostgreSQL does not write to them, so copies share their files: half of all. */
const READ_ONLY = ['1', '4']

function copyDatabaseFiles(from: string, to: string): void {
  mkdirSync(join(to, 'base'), { recursive: true })
  const isSameDisk = statSync(from).dev === statSync(to).dev
  const copy = (name: string) => cpSync(join(from, name), join(to, name), { recursive: true })
  for (const name of readdirSync(from)) if (name !== 'base') copy(name)
  for (const id of readdirSync(join(from, 'base'))) {
    const folder = join('base', id)
    if (isSameDisk && READ_ONLY.includes(id)) linkFiles(join(from, folder), join(to, folder))
    else copy(folder)
  }
}

function linkFiles(from: string, to: string): void {
  mkdirSync(to)
  for (const name of readdirSync(from)) linkSync(join(from, name), join(to, name))
}

/** An empty database in the PostgreSQL of this test run. */
export async function createEmptyDatabase(): Promise<{ env: { DATABASE_URL: string }; remove: () => Promise<void> }> {
  const url = new URL(inject('postgresUrl'))
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asOwner(url, `create database ${name}`)
  const empty = new URL(url)
  empty.pathname = name
  return { env: { DATABASE_URL: empty.href }, remove: () => asOwner(url, `drop database ${name} with (force)`) }
}

/** An open copy of the database, for tests without a server. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'skyfurrow-database-'))
  const { env, remove } = await copyDatabase(folder)
  const database =
    env.DATABASE_URL === undefined ? await openEmbedded(folder) : await openPostgresCopy(env.DATABASE_URL)
  const close = async () => {
    await database.close()
    await remove()
    rmSync(folder, { recursive: true })
  }
  return { ...database, close }
}

function openPostgresCopy(url: string): Promise<OpenDatabase> {
  const settings = parseDatabaseUrl(url)
  if ('problem' in settings) throw new Error(settings.problem)
  return openPostgres(settings, { log: pino({ level: 'silent' }), connectionsMax: 5 })
}

async function asOwner(sibling: URL, sql: string): Promise<void> {
  const url = new URL(sibling)
  url.pathname = 'postgres'
  const client = new Client(url.href)
  await client.connect()
  await client.query(sql)
  await client.end()
}

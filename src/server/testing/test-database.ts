import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import { readDatabaseUrl } from '#server/adapters/db/database-url.ts'
import { type OpenDatabase, openEmbedded } from '#server/adapters/db/open.ts'
import { openPostgres } from '#server/adapters/db/postgres.ts'

declare module 'vitest' {
  // biome-ignore lint: the framework's own interface is extended here.
  interface ProvidedContext {
    databaseTemplate: string
    /** Of the migrated database to copy, in the run over PostgreSQL; empty over the embedded database. */
    postgresUrl: string
  }
}

/** A fresh copy of the migrated database, of the kind that this run of the tests is about. */
export type TestDatabase = {
  /** What a configuration must say to use it. */
  env: { DATABASE_URL?: string }
  /** For the embedded database: what it starts from. */
  template?: Blob
  remove: () => Promise<void>
}

export async function copyDatabase(): Promise<TestDatabase> {
  const source = inject('postgresUrl')
  if (!source) {
    const template = new Blob([readFileSync(inject('databaseTemplate'))])
    return { env: {}, template, remove: async () => undefined }
  }
  const url = new URL(source)
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asOwner(url, `create database ${name} template ${url.pathname.slice(1)}`)
  const copy = new URL(url)
  copy.pathname = name
  return { env: { DATABASE_URL: copy.href }, remove: () => asOwner(url, `drop database ${name} with (force)`) }
}

/** An empty database of the server that this run of the tests has started, for DATABASE_URL. */
export async function makeEmptyDatabase(): Promise<{ env: { DATABASE_URL: string }; remove: () => Promise<void> }> {
  const url = new URL(inject('postgresUrl'))
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asOwner(url, `create database ${name}`)
  const empty = new URL(url)
  empty.pathname = name
  return { env: { DATABASE_URL: empty.href }, remove: () => asOwner(url, `drop database ${name} with (force)`) }
}

/** A copy, opened by itself, for tests that need no server. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const { env, template, remove } = await copyDatabase()
  const settings = env.DATABASE_URL === undefined ? undefined : readDatabaseUrl(env.DATABASE_URL)
  if (!settings) return openEmbedded(null, { template })
  if ('fault' in settings) throw new Error(settings.fault)
  const database = await openPostgres(settings, { log: pino({ level: 'silent' }), connectionsMax: 5 })
  const close = async () => {
    await database.close()
    await remove()
  }
  return { ...database, close }
}

async function asOwner(beside: URL, sql: string): Promise<void> {
  const url = new URL(beside)
  url.pathname = 'postgres'
  const client = new Client(url.href)
  await client.connect()
  await client.query(sql)
  await client.end()
}

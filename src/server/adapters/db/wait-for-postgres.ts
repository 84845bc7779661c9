import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import type { Logger } from 'pino'
import { seconds } from '#domain/units.ts'
import { connectionOptions } from './connection.ts'
import type { PostgresSettings } from './database-url.ts'
import { isTransient } from './postgres-errors.ts'

const VERSION_MIN = 15
const BACKOFF_MS = [seconds(0.1), seconds(0.2), seconds(0.5), seconds(1), seconds(2)]
const LOG_EVERY_MS = seconds(5)

/**
 * Waits until the server accepts connections; logs the reason every five seconds. @throws Error with a clear message when it is
 * too old, rejects the login, or does not respond in time.
 */
export async function waitForPostgres(
  settings: PostgresSettings,
  { log, waitSeconds }: { log: Logger; waitSeconds: number },
): Promise<void> {
  const started = Date.now()
  const where = `${settings.host}:${settings.port}`
  let loggedAt = Number.NEGATIVE_INFINITY
  for (let attempts = 0; ; attempts += 1) {
    try {
      return requireVersion(await readVersion(settings))
    } catch (error) {
      if (!isTransient(error)) throw new Error(`${connectionProblem(error, settings)} (${where})`, { cause: error })
      const waited = Date.now() - started
      if (waited >= seconds(waitSeconds))
        throw new Error(`The database at ${where} did not respond for ${waitSeconds} s`, { cause: error })
      if (Date.now() - loggedAt >= LOG_EVERY_MS) {
        loggedAt = Date.now()
        const reason = error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : String(error)
        log.warn({ database: where, reason, waitedSeconds: Math.round(waited / 1000) }, 'waiting for database')
      }
    }
    await delay(BACKOFF_MS[Math.min(attempts, BACKOFF_MS.length - 1)])
  }
}

async function readVersion(settings: PostgresSettings): Promise<number> {
  const client = new Client({ ...connectionOptions(settings, 'skyfurrow start'), query_timeout: seconds(5) })
  // Errors after the response do not matter here.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version_num') as version")
    return Math.floor(Number(rows[0]?.version) / 10_000)
  } finally {
    await client.end().catch(() => undefined)
  }
}

function requireVersion(version: number): void {
  if (version < VERSION_MIN)
    throw new UnsupportedVersion(`The database is PostgreSQL ${version}; Skyfurrow needs ${VERSION_MIN} or newer`)
}

class UnsupportedVersion extends Error {}

const MESSAGES: Record<string, string> = {
  '28P01': 'The database rejects the password of DATABASE_URL',
  '28000': 'The database rejects the user of DATABASE_URL',
  '3D000': 'The database of DATABASE_URL does not exist',
  '42501': 'The user of DATABASE_URL may not use this database',
}

function connectionProblem(error: unknown, { tls }: PostgresSettings): string {
  if (error instanceof UnsupportedVersion) return error.message
  const known = MESSAGES[String((error as { code?: unknown }).code)]
  if (known) return known
  return tls
    ? 'No encrypted and verified connection to the database could be made'
    : 'No connection to the database could be made'
}

import { seconds } from '#domain/units.ts'
import type { PostgresSettings } from './database-url.ts'

/** Also waits for one of a pool's connections end here, so that a call is answered within two seconds when all are taken. */
const CONNECT_MS = seconds(1.5)

export type Connection = ReturnType<typeof connectionTo>

/** What every connection is opened with. `name` is how the server's own views call it. */
export const connectionTo = (settings: PostgresSettings, name: string) => ({
  host: settings.host,
  port: settings.port,
  database: settings.database,
  user: settings.user,
  ...(settings.password === undefined ? {} : { password: settings.password }),
  // False, not left out: else the driver would look for PGSSLMODE.
  ssl: settings.tls ? { rejectUnauthorized: true, ...(settings.tls.ca ? { ca: settings.tls.ca } : {}) } : false,
  application_name: name,
  connectionTimeoutMillis: CONNECT_MS,
  keepAlive: true,
})

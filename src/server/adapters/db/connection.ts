import { seconds } from '#domain/units.ts'
import type { PostgresSettings } from './database-url.ts'

/** Also the timeout for a connection of the pool, so that a call is answered within two seconds when all are in use. */
const CONNECT_TIMEOUT_MS = seconds(1.5)
/** For jobs and migrations, where no call waits: a busy machine must not end a start. */
export const PATIENT = { connectionTimeoutMillis: seconds(15) }

export type Connection = ReturnType<typeof connectionOptions>

/** The options of every connection. `name` is shown in the server's own views. */
export const connectionOptions = (settings: PostgresSettings, name: string) => ({
  host: settings.host,
  port: settings.port,
  database: settings.database,
  user: settings.user,
  ...(settings.password === undefined ? {} : { password: settings.password }),
  // False, not omitted: otherwise the driver would read PGSSLMODE.
  ssl: settings.tls ? { rejectUnauthorized: true, ...(settings.tls.ca ? { ca: settings.tls.ca } : {}) } : false,
  application_name: name,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  keepAlive: true,
})

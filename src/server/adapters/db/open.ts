import type { Changes } from './changes.ts'
import type { Connection } from './connection.ts'
import type { Database } from './schema.ts'

export type Connections = { total: number; idle: number; waiting: number }

/** A database whose schema is up to date. */
export type OpenDatabase = {
  db: Database
  /** The connections that calls share. */
  connections: () => Connections
  /** The queue has connections of its own. */
  queueConnection: Connection
  changes: Changes
  /** Throws when it cannot be read or written. */
  check: () => Promise<void>
  close: () => Promise<void>
}

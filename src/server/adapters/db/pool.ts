import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { Logger } from 'pino'
import { seconds } from '#domain/units.ts'
import { type Ask, askConnection } from './ask-connection.ts'
import { busy, endsConnection, toUnavailable } from './postgres-errors.ts'

/** As many calls may wait per connection; more are rejected immediately. */
const WAITING_PER_CONNECTION = 20
/** A call that has just timed out must not wait again for its next statement. */
const REFUSE_MS = seconds(0.5)

type Guard = { log: Logger; onFailure: (error: unknown) => void; answerMs: number }

/**
 * The pool as Kysely sees it: transient failures become AppError 'unavailable', callers that cannot be served soon are
 * rejected, and a connection that failed is not used again.
 */
export function createPool(pool: Pool, guard: Guard): PostgresPool {
  const waitingMax = WAITING_PER_CONNECTION * (pool.options.max ?? 1)
  let refuseUntil = 0
  // Without a listener, a connection that breaks while a call uses it would end the process.
  pool.on('connect', (client) =>
    client.on('error', (error) => guard.log.warn({ err: error }, 'database connection lost')),
  )
  pool.on('error', () => undefined)

  const asks = new WeakMap<PoolClient, Ask>()
  const askOf = (client: PoolClient): Ask => {
    const ask = asks.get(client) ?? askConnection(client, guard.answerMs)
    asks.set(client, ask)
    return ask
  }
  const explain = (error: unknown): unknown => {
    guard.onFailure(error)
    const plain = toUnavailable(error)
    if (plain !== error) guard.log.warn({ err: error }, 'database query failed')
    return plain
  }

  return {
    options: {},
    end: () => pool.end(),
    async connect() {
      const noneIdle = pool.idleCount === 0
      if (noneIdle && (pool.waitingCount >= waitingMax || Date.now() < refuseUntil)) throw busy()
      try {
        const client = await pool.connect()
        refuseUntil = 0
        return guardClient(client, askOf(client), explain)
      } catch (error) {
        if (endsConnection(error)) refuseUntil = Date.now() + REFUSE_MS
        throw explain(error)
      }
    },
  }
}

function guardClient(client: PoolClient, ask: Ask, explain: (error: unknown) => unknown): PostgresPoolClient {
  let isBroken = false
  const query = async (text: string, values: readonly unknown[]) => {
    try {
      return await ask(text, values)
    } catch (error) {
      isBroken ||= endsConnection(error)
      throw explain(error)
    }
  }
  return {
    // Kysely's type also has a form for cursors, which it uses only when it is given a cursor class.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy === true || isBroken),
  }
}

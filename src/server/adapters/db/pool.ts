import { createHash } from 'node:crypto'
import { type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { Logger } from 'pino'
import { seconds } from '#domain/units.ts'
import { breaksConnection, serverBusy, toUnavailable } from './postgres-errors.ts'
import { type RunQuery, withQueryTimeout } from './query-timeout.ts'

/** As many calls may wait per connection; more are rejected immediately. */
const QUEUED_PER_CONNECTION = 20
/** A call that has just timed out must not wait again for its next statement. */
const REJECT_MS = seconds(0.5)

/** At the front of a query that finds rows by their ids: it is planned once for each connection, and not for each value. */
export const PREPARED = sql`/* prepared */`

const nameOf = (text: string): string | undefined =>
  text.includes('/* prepared */') ? createHash('sha1').update(text).digest('base64url') : undefined

type Options = {
  log: Logger
  onFailure: (error: unknown) => void
  lacksSpace?: (() => boolean) | undefined
  responseTimeoutMs: number
}

/**
 * The pool as Kysely sees it: transient failures become AppError 'unavailable', callers that cannot be served soon are
 * rejected, and a connection that failed is not used again.
 */
export function createPool(pool: Pool, options: Options): PostgresPool {
  const queuedMax = QUEUED_PER_CONNECTION * (pool.options.max ?? 1)
  let rejectUntil = 0
  // Without a listener, a connection that breaks while a call uses it would end the process.
  pool.on('connect', (client) =>
    client.on('error', (error) => {
      if (!pool.ending) options.log.warn({ err: error }, 'database connection lost')
    }),
  )
  pool.on('error', () => undefined)

  const runners = new WeakMap<PoolClient, RunQuery>()
  const runnerOf = (client: PoolClient): RunQuery => {
    const runQuery = runners.get(client) ?? withQueryTimeout(client, options.responseTimeoutMs)
    runners.set(client, runQuery)
    return runQuery
  }
  const translateError = (error: unknown): unknown => {
    options.onFailure(error)
    const translated = toUnavailable(error, options.lacksSpace)
    if (translated !== error) options.log.warn({ err: error }, 'database query failed')
    return translated
  }

  return {
    options: {},
    end: () => pool.end(),
    async connect() {
      const noneIdle = pool.idleCount === 0
      if (noneIdle && (pool.waitingCount >= queuedMax || Date.now() < rejectUntil)) throw serverBusy()
      try {
        const client = await pool.connect()
        rejectUntil = 0
        return wrapClient(client, runnerOf(client), translateError)
      } catch (error) {
        if (breaksConnection(error)) rejectUntil = Date.now() + REJECT_MS
        throw translateError(error)
      }
    },
  }
}

function wrapClient(
  client: PoolClient,
  runQuery: RunQuery,
  translateError: (error: unknown) => unknown,
): PostgresPoolClient {
  let isBroken = false
  const query = async (text: string, values: readonly unknown[]) => {
    try {
      return await runQuery({ name: nameOf(text), text, values: [...values] })
    } catch (error) {
      isBroken ||= breaksConnection(error)
      throw translateError(error)
    }
  }
  return {
    // Kysely's type also has an overload for cursors, which it uses only with a cursor class.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy === true || isBroken),
  }
}

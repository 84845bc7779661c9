import type { PoolClient, QueryConfig, QueryResult } from 'pg'

export type RunQuery = (query: QueryConfig) => Promise<QueryResult>
type Pending = { reject: ((error: Error) => void) | undefined }

/**
 * Queries a connection of the driver, and fails when it has not responded in time. One timer for all queries, and callbacks: a
 * timer and a promise per query keep its result in memory for long, 150 MB in total.
 */
export function withQueryTimeout(client: PoolClient, timeoutMs: number): RunQuery {
  const pending: Pending = { reject: undefined }
  const timer = setTimeout(() => pending.reject?.(new Error('Query read timeout')), timeoutMs).unref()
  client.once('end', () => clearTimeout(timer))
  return async (query) => {
    timer.refresh()
    try {
      return await new Promise((resolve, reject) => {
        pending.reject = reject
        client.query(query, (error: Error | null, result: QueryResult) => (error ? reject(error) : resolve(result)))
      })
    } finally {
      pending.reject = undefined
    }
  }
}

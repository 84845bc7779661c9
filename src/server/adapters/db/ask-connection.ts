import type { PoolClient, QueryResult } from 'pg'

export type Ask = (text: string, values: readonly unknown[]) => Promise<QueryResult>
type Waiting = { fail: ((error: Error) => void) | undefined }

/**
 * Queries a connection of the driver, and fails when it has not responded in time. One timer for all queries, and callbacks: a
 * timer and a promise per query keep its result in memory for long, 150 MB in total.
 */
export function askConnection(client: PoolClient, answerMs: number): Ask {
  const waiting: Waiting = { fail: undefined }
  const late = setTimeout(() => waiting.fail?.(new Error('Query read timeout')), answerMs).unref()
  client.once('end', () => clearTimeout(late))
  return async (text, values) => {
    late.refresh()
    try {
      return await new Promise((resolve, reject) => {
        waiting.fail = reject
        client.query(text, [...values], (error: Error | null, answer: QueryResult) =>
          error ? reject(error) : resolve(answer),
        )
      })
    } finally {
      waiting.fail = undefined
    }
  }
}

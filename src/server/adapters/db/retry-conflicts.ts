import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { isConflict } from './postgres-errors.ts'

const RETRIES_MAX = 3
const BACKOFF_MS = 20

/**
 * Repeats a transaction, up to three times, that the database rolled back because of another one (a deadlock, or a
 * serialization failure). So the code in a transaction may run more than once, and must change nothing but the database.
 */
export function retryConflicts<Tables>(db: Kysely<Tables>): void {
  const startTransaction = db.transaction.bind(db)
  db.transaction = () => {
    const transaction = startTransaction()
    const execute = transaction.execute.bind(transaction)
    transaction.execute = (run) => withRetries(() => execute(run))
    return transaction
  }
}

async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await work()
    } catch (error) {
      if (retries === RETRIES_MAX || !isConflict(error)) throw error
      // At random, so that the two do not conflict again.
      await delay(Math.random() * BACKOFF_MS * 2 ** retries)
    }
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { isConflict } from './postgres-errors.ts'

const REPEATS_MAX = 3
const PAUSE_MS = 20

/**
 * Repeats a transaction, up to three times, that the database rolled back because of another one (a deadlock, or a
 * serialization failure). So the code in a transaction may run more than once, and must change nothing but the database.
 */
export function retryConflicts<Tables>(db: Kysely<Tables>): void {
  const begin = db.transaction.bind(db)
  db.transaction = () => {
    const transaction = begin()
    const once = transaction.execute.bind(transaction)
    transaction.execute = (run) => repeated(() => once(run))
    return transaction
  }
}

async function repeated<T>(once: () => Promise<T>): Promise<T> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await once()
    } catch (error) {
      if (repeats === REPEATS_MAX || !isConflict(error)) throw error
      // At random, so that the two do not conflict again.
      await pause(Math.random() * PAUSE_MS * 2 ** repeats)
    }
  }
}

import { hashingFigures } from '#server/features/accounts/passwords.ts'
import type { TestServer } from './test-server.ts'

/**
 * The parts of a server, over its own database, for one use case: right before the first transaction that begins after a
 * password was compared (or, with `at` 'once', before the first of all), something else happens first, whole.
 */
export function meanwhile(
  { deps }: Pick<TestServer, 'deps'>,
  act: () => Promise<unknown>,
  at: 'compared' | 'once' = 'compared',
): { deps: TestServer['deps']; hasHappened: () => boolean } {
  const { computed } = hashingFigures()
  let hasHappened = false
  const first = async () => {
    if (hasHappened || (at === 'compared' && hashingFigures().computed === computed)) return
    hasHappened = true
    await act()
  }
  const db = deps.db.withPlugin({ transformQuery: ({ node }) => node, transformResult: async ({ result }) => result })
  const begin = db.transaction.bind(db)
  db.transaction = () => {
    const transaction = begin()
    const execute = transaction.execute.bind(transaction)
    transaction.execute = async (run) => {
      await first()
      return execute(run)
    }
    return transaction
  }
  return { deps: { ...deps, db }, hasHappened: () => hasHappened }
}

import { hashingStats } from '#server/features/accounts/passwords/password-hash.ts'
import type { TestServer } from './test-server.ts'

/**
 * The dependencies of a server for one use case. `act` runs completely before the first transaction that begins after a
 * password was compared, or with `at` 'once' before the first transaction.
 */
export function interleave(
  { deps }: Pick<TestServer, 'deps'>,
  act: () => Promise<unknown>,
  at: 'compared' | 'once' = 'compared',
): { deps: TestServer['deps']; hasRun: () => boolean } {
  const { computed } = hashingStats()
  let hasRun = false
  const first = async () => {
    if (hasRun || (at === 'compared' && hashingStats().computed === computed)) return
    hasRun = true
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
  return { deps: { ...deps, db }, hasRun: () => hasRun }
}

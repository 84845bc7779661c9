import type { LoginData } from '#contract/accounts.ts'
import { hasStatus } from './api-error.ts'
import type { SessionStore } from './session-store.ts'
import type { Tabs } from './tabs.ts'

type Deps = {
  store: SessionStore
  tabs: () => Pick<Tabs, 'ask' | 'tellRenewed'> | undefined
  exchange: (refreshToken: string) => Promise<LoginData>
  /** Runs one piece of work at a time over all tabs. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
  now: () => number
}

/**
 * Exchanges the refresh token after an access token was refused. Resolves to false when the session is over;
 * rejects when the server could not decide, in which case the session stays.
 */
export function createRenewal({ store, tabs, exchange, inTurn, now }: Deps) {
  let running: Promise<boolean> | undefined

  const exchangeOnce = async (refused: string): Promise<boolean> => {
    const before = store.saved()
    if (!before) return false
    if (before.tokens.accessToken !== refused) return true
    const elsewhere = await tabs()?.ask(before.user.email)
    if (elsewhere && elsewhere.savedAt > before.savedAt && elsewhere.tokens.accessToken !== refused) {
      store.adopt(elsewhere)
      return true
    }
    try {
      const login = await exchange(before.tokens.refreshToken)
      // The person may have left while the answer was on its way.
      if (!store.tokens()) return false
      store.signIn(login, now())
    } catch (error) {
      if (hasStatus(error, 400, 401, 403)) return false
      throw error
    }
    const after = store.saved()
    if (after) tabs()?.tellRenewed(before.tokens.refreshToken, after)
    return true
  }

  return (refused: string): Promise<boolean> => {
    running ??= inTurn(() => exchangeOnce(refused)).finally(() => {
      running = undefined
    })
    return running
  }
}

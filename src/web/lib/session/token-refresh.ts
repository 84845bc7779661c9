import type { LoginData } from '#contract/accounts.ts'
import { hasStatus } from '../api-error.ts'
import type { SessionStore } from './session-store.ts'
import type { Tabs } from './tabs.ts'

type Deps = {
  store: SessionStore
  tabs: () => Pick<Tabs, 'requestSession' | 'announceRefresh'> | undefined
  exchange: (refreshToken: string) => Promise<LoginData>
  /** Runs one task at a time across all tabs. */
  withLock: <T>(work: () => Promise<T>) => Promise<T>
  now: () => number
}

/**
 * Exchanges the refresh token after the server rejected an access token. Resolves to false when the session has ended.
 * Rejects when the server could not answer; the session stays then.
 */
export function createTokenRefresh({ store, tabs, exchange, withLock, now }: Deps) {
  let running: Promise<boolean> | undefined

  /** Whether this tab has newer tokens than the rejected ones, or gets them from another tab; undefined after a logout. */
  const hasNewerTokens = async (rejected: string): Promise<boolean | undefined> => {
    const before = store.saved()
    if (!before || before.tokens.accessToken !== rejected) return before && true
    const elsewhere = await tabs()?.requestSession(before.user.email)
    // Meanwhile the person may have logged out, or a tab may have announced new tokens and closed.
    const current = store.saved()
    if (!current || current.tokens.accessToken !== rejected) return current && true
    if (!elsewhere || elsewhere.savedAt <= current.savedAt || elsewhere.tokens.accessToken === rejected) return false
    store.adopt(elsewhere)
    return true
  }

  const exchangeOnce = async (rejected: string): Promise<boolean> => {
    let refreshed = await hasNewerTokens(rejected)
    // Another tab has or had newer tokens, and may have been too busy to answer.
    if (refreshed === false && store.isOutdated()) refreshed = await hasNewerTokens(rejected)
    const before = store.saved()
    if (refreshed === undefined || !before) return false
    if (refreshed) return true
    // The server would treat this token as stolen and end the session in every tab.
    if (store.isOutdated()) return false
    try {
      const login = await exchange(before.tokens.refreshToken)
      // The person may have logged out meanwhile.
      if (!store.tokens()) return false
      store.signIn(login, now())
    } catch (error) {
      if (hasStatus(error, 400, 401, 403)) return false
      throw error
    }
    const after = store.saved()
    if (after) tabs()?.announceRefresh(before.tokens.refreshToken, after)
    return true
  }

  return (rejected: string): Promise<boolean> => {
    running ??= withLock(() => exchangeOnce(rejected)).finally(() => {
      running = undefined
    })
    return running
  }
}

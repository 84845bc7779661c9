import type { LoginData } from '#contract/accounts.ts'
import { hasStatus } from '../api-error.ts'
import type { SessionStore } from './session-store.ts'
import type { Tabs } from './tabs.ts'

type Deps = {
  store: SessionStore
  tabs: () => Pick<Tabs, 'ask' | 'announceRefresh'> | undefined
  exchange: (refreshToken: string) => Promise<LoginData>
  /** Runs one piece of work at a time over all tabs. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
  now: () => number
}

/**
 * Exchanges the refresh token after an access token was refused. Resolves to false when the session is over;
 * rejects when the server could not decide, in which case the session stays.
 */
export function createTokenRefresh({ store, tabs, exchange, inTurn, now }: Deps) {
  let running: Promise<boolean> | undefined

  /** Whether this tab has, or has been given, other tokens than those that were refused; undefined when it has left. */
  const isRenewed = async (refused: string): Promise<boolean | undefined> => {
    const before = store.saved()
    if (!before || before.tokens.accessToken !== refused) return before && true
    const elsewhere = await tabs()?.ask(before.user.email)
    // While it asked, the person may have left, or a tab that closed right after may have told of new tokens.
    const held = store.saved()
    if (!held || held.tokens.accessToken !== refused) return held && true
    if (!elsewhere || elsewhere.savedAt <= held.savedAt || elsewhere.tokens.accessToken === refused) return false
    store.adopt(elsewhere)
    return true
  }

  const exchangeOnce = async (refused: string): Promise<boolean> => {
    let renewed = await isRenewed(refused)
    // Another tab has new tokens, or had some: it may have been too busy to answer.
    if (renewed === false && store.isPast()) renewed = await isRenewed(refused)
    const before = store.saved()
    if (renewed === undefined || !before) return false
    if (renewed) return true
    // Sent, it would look stolen, and end the session in every tab.
    if (store.isPast()) return false
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
    if (after) tabs()?.announceRefresh(before.tokens.refreshToken, after)
    return true
  }

  return (refused: string): Promise<boolean> => {
    running ??= inTurn(() => exchangeOnce(refused)).finally(() => {
      running = undefined
    })
    return running
  }
}

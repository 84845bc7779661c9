import { createSessionStore } from './session-store.ts'
import { connectTabs, type Tabs } from './tabs.ts'
import { createTokenRefresh } from './token-refresh.ts'
import { userActivity } from './user-activity.ts'

export const sessionStore = createSessionStore(openStorage('sessionStorage'), openStorage('localStorage'))

let connectedTabs: Tabs | undefined
export const tabs = (): Tabs | undefined => connectedTabs

/** Called once, when the page starts in a browser. Prerendering has no other tabs. */
export function connectToOtherTabs(onLogout: () => void): void {
  if (!('BroadcastChannel' in globalThis)) return
  connectedTabs = connectTabs(new BroadcastChannel('session'), {
    current: sessionStore.saved,
    onRefresh: sessionStore.adopt,
    onLogout,
  })
}

export const refreshTokens = createTokenRefresh({
  store: sessionStore,
  tabs,
  exchange: async (refreshToken) => {
    const [{ send }, { accounts }] = await Promise.all([import('../send.ts'), import('#contract/accounts.ts')])
    const unattended = userActivity.isActive() ? {} : { unattended: true }
    return (await send<'refreshSession'>(accounts.refreshSession, { body: { refreshToken, ...unattended } })).data
  },
  // Browsers offer locks in secure contexts only.
  withLock: (work) => (navigator.locks ? navigator.locks.request('session-renewal', work) : work()),
  now: Date.now,
})

/** Storage may be missing (prerendering) or denied (privacy settings). The session then lasts as long as the page. */
function openStorage(name: 'sessionStorage' | 'localStorage'): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  try {
    if (typeof window !== 'undefined') return window[name]
  } catch {
    // Denied by the browser.
  }
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

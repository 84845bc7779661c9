import { createSessionStore } from './session-store.ts'
import { connectTabs, type Tabs } from './tabs.ts'
import { createTokenRefresh } from './token-refresh.ts'
import { userActivity } from './user-activity.ts'

export const sessionStore = createSessionStore(openStorage('sessionStorage'), openStorage('localStorage'))

let connected: Tabs | undefined
export const tabs = (): Tabs | undefined => connected

/** Called once, by the browser's entry; pages rendered at build time have no siblings. */
export function connectToOtherTabs(onLogout: () => void): void {
  if (!('BroadcastChannel' in globalThis)) return
  connected = connectTabs(new BroadcastChannel('session'), {
    held: sessionStore.saved,
    onRefresh: sessionStore.adopt,
    onLogout,
  })
}

export const renew = createTokenRefresh({
  store: sessionStore,
  tabs,
  exchange: async (refreshToken) => {
    const { send } = await import('../send.ts')
    const unattended = userActivity.isActive() ? {} : { unattended: true }
    return (await send('refreshSession', { body: { refreshToken, ...unattended } })).data
  },
  // Browsers offer locks on secure addresses only.
  inTurn: (work) => (navigator.locks ? navigator.locks.request('session-renewal', work) : work()),
  now: Date.now,
})

/** Storage may be absent (build time) or refused (privacy settings); the session then lasts as long as the page. */
function openStorage(name: 'sessionStorage' | 'localStorage'): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  try {
    if (typeof window !== 'undefined') return window[name]
  } catch {
    // Refused: fall through.
  }
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

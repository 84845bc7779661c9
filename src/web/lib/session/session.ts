import { useSyncExternalStore } from 'react'
import type { BodyIn } from '#contract/api.ts'
import { minutes } from '#domain/units.ts'
import { toast } from '#web/ui/toast.ts'
import { hasStatus } from '../api-error.ts'
import { lazyCall as call } from '../lazy-call.ts'
import { connectToOtherTabs, sessionStore, tabs } from './current-session.ts'
import { type Session, type SessionUser, SIGNED_OUT } from './session-store.ts'
import { watchUserActivity } from './user-activity.ts'

export type { Session, SessionUser } from './session-store.ts'

export const SESSION_LOST = 'Your session has ended. Please log in again.'
const PROFILE_EVERY_MS = minutes(30)

export const useSession = (): Session =>
  useSyncExternalStore(sessionStore.subscribe, sessionStore.get, () => SIGNED_OUT)

export const session = {
  get: sessionStore.get,
  subscribe: sessionStore.subscribe,

  /** Once, when the application opens. */
  start: (): void => {
    connectToOtherTabs(() => sessionStore.clear(true))
    sessionStore.subscribe(notifyWhenEnded())
    watchUserActivity()
    void restore()
    setInterval(refreshQuietly, PROFILE_EVERY_MS)
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') refreshQuietly()
    })
  },

  logIn: async (body: BodyIn<'logIn'>): Promise<SessionUser> => {
    const { data } = await call('logIn', { body })
    sessionStore.signIn(data, Date.now())
    refreshQuietly()
    const { user } = sessionStore.get()
    if (!user) throw new Error('Nobody is signed in after a login')
    return user
  },

  logOut: (): void => {
    const held = sessionStore.saved()
    sessionStore.clear(true)
    toast.success('You have successfully logged out!', { durationMs: 2000 })
    if (!held) return
    tabs()?.announceLogout(held.user.email)
    call('logOut', { body: { refreshToken: held.tokens.refreshToken } }).catch((error: unknown) =>
      console.warn('The server did not hear of the logout', error),
    )
  },

  /** Asks the server again after it could not be reached, or answered nonsense. */
  recheck: (): Promise<void> => check(),

  /** After something that changes what is open to this person. */
  reload: (): Promise<void> => refreshProfile(),
}

async function restore(): Promise<void> {
  if (!sessionStore.restore()) {
    const email = sessionStore.storedEmail()
    if (email === undefined) return
    // A new tab has no tokens of its own; another tab of the same person may lend its own.
    sessionStore.setCheck('running')
    const elsewhere = await tabs()?.ask(email)
    if (!elsewhere) return sessionStore.setCheck('done')
    sessionStore.adopt(elsewhere)
  }
  await check()
}

async function check(): Promise<void> {
  sessionStore.setCheck('running')
  try {
    const { data } = await call('getProfile')
    // The person may have left while the answer was on its way.
    if (sessionStore.get().user) sessionStore.refreshUser(data)
  } catch (error) {
    if (!sessionStore.get().user) return
    // Silence and overload decide nothing; every other failure ends the session.
    if (hasStatus(error, 0, 429, 502, 503, 504)) sessionStore.setCheck('unreachable')
    else sessionStore.clear(false)
  }
}

function refreshQuietly(): void {
  if (sessionStore.tokens() && sessionStore.get().user) void refreshProfile()
}

async function refreshProfile(): Promise<void> {
  try {
    const { data } = await call('getProfile')
    if (sessionStore.get().user?.email === data.email) sessionStore.refreshUser(data)
  } catch (error) {
    console.warn('Failed to fetch user profile', error)
  }
}

function notifyWhenEnded(): () => void {
  let before = sessionStore.get().user
  return () => {
    const { user, ending } = sessionStore.get()
    if (before && !user && ending === 'lost') toast.error(SESSION_LOST)
    before = user
  }
}

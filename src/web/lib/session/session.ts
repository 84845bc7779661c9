import { useSyncExternalStore } from 'react'
import type { LoginData } from '#contract/accounts.ts'
import type { BodyIn } from '#contract/api.ts'
import { minutes } from '#domain/units.ts'
import { toast } from '#web/ui/overlay/toast.ts'
import { hasStatus } from '../api-error.ts'
import { lazyCall as call } from '../lazy-call.ts'
import { defaultPathOf } from '../paths.ts'
import { accountOfToken } from './account-of-token.ts'
import { connectToOtherTabs, sessionStore, tabs } from './current-session.ts'
import { type SavedSession, type Session, type SessionUser, SIGNED_OUT } from './session-store.ts'
import { watchUserActivity } from './user-activity.ts'

export type { Session, SessionUser } from './session-store.ts'

export const SESSION_LOST = 'Your session has ended. Please log in again.'
const PROFILE_INTERVAL_MS = minutes(30)

export const useSession = (): Session =>
  useSyncExternalStore(sessionStore.subscribe, sessionStore.get, () => SIGNED_OUT)

export const session = {
  get: sessionStore.get,
  subscribe: sessionStore.subscribe,

  /** Called once, when the application starts. */
  start: (): void => {
    connectToOtherTabs(() => sessionStore.clear(true))
    sessionStore.subscribe(notifyWhenEnded())
    sessionStore.subscribe(startAgainInAnotherAccount())
    watchUserActivity()
    void restore()
    setInterval(refreshInBackground, PROFILE_INTERVAL_MS)
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') refreshInBackground()
    })
  },

  logIn: async (body: BodyIn<'logIn'>): Promise<SessionUser> => {
    const { data } = await call('logIn', { body })
    return begin(data)
  },

  /** With what another service answered. */
  signOn: async (body: BodyIn<'finishSignOn'>): Promise<SessionUser> => {
    const { data } = await call('finishSignOn', { body })
    return begin(data)
  },

  logOut: (): void => {
    const saved = sessionStore.saved()
    sessionStore.clear(true)
    toast.success('You have successfully logged out!', { durationMs: 2000 })
    if (!saved) return
    tabs()?.announceLogout(saved.user.email)
    call('logOut', { body: { refreshToken: saved.tokens.refreshToken } }).catch((error: unknown) =>
      console.warn('Logout request failed', error),
    )
  },

  /** In another account from now on, in all tabs. */
  goOnIn: (login: LoginData): void => {
    const before = sessionStore.saved()
    sessionStore.signIn(login, Date.now())
    const after = sessionStore.saved()
    if (before && after) tabs()?.announceRefresh(before.tokens.refreshToken, after)
  },

  /** Checks the session again after the server was unreachable or answered with invalid data. */
  recheck: (): Promise<void> => check({ isQuiet: sessionStore.get().user !== undefined }),

  /** Loads the profile again after a change of what this person may do. */
  reload: (): Promise<void> => refreshProfile(),
}

function begin(login: LoginData): SessionUser {
  sessionStore.signIn(login, Date.now())
  refreshInBackground()
  const { user } = sessionStore.get()
  if (!user) throw new Error('No user after a login')
  return user
}

async function restore(): Promise<void> {
  // With a token but without a person, the server says who it is.
  if (!sessionStore.restore() && !sessionStore.tokens()) {
    const email = sessionStore.storedEmail()
    if (email === undefined) return
    // A new tab has no tokens. Another tab of the same person may share them.
    sessionStore.setCheck('running')
    const elsewhere = await tabs()?.requestSession(email, adoptLate)
    if (!elsewhere) return sessionStore.setCheck('done')
    sessionStore.adopt(elsewhere)
  }
  await check()
}

/** The login screen may be shown by then. It leads back to where this tab wanted to go. */
function adoptLate(elsewhere: SavedSession): void {
  if (sessionStore.tokens()) return
  sessionStore.adopt(elsewhere)
  void check()
}

/** With `isQuiet` the screen stays as it is meanwhile. */
async function check({ isQuiet = false } = {}): Promise<void> {
  if (!isQuiet) sessionStore.setCheck('running')
  try {
    const { data } = await call('getProfile')
    // The person may have logged out meanwhile.
    if (sessionStore.tokens()) sessionStore.refreshUser(data)
  } catch (error) {
    if (!sessionStore.tokens()) return
    // Network errors and overload keep the session; every other error ends it.
    if (hasStatus(error, 0, 429, 502, 503, 504)) sessionStore.setCheck('unreachable')
    else sessionStore.clear(false)
  }
}

function refreshInBackground(): void {
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

const whoIsWhere = () => ({
  user: sessionStore.get().user,
  account: accountOfToken(sessionStore.tokens()?.accessToken),
})

/** What is on screen is of the account before. */
function startAgainInAnotherAccount(): () => void {
  let before = whoIsWhere()
  return () => {
    const { user, account } = whoIsWhere()
    const isOther = before.user?.email === user?.email && before.account !== account
    before = { user, account }
    if (user && isOther) window.location.assign(defaultPathOf(user))
  }
}

function notifyWhenEnded(): () => void {
  let before = sessionStore.get().user
  return () => {
    const { user, ending } = sessionStore.get()
    if (before && !user && ending === 'expired') toast.error(SESSION_LOST)
    before = user
  }
}

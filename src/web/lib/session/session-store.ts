import type { LoginData, ProfileData } from '#contract/accounts.ts'
import { ROLES, type Role } from '#domain/accounts.ts'
import { DUES, type Due } from '#domain/second-factor.ts'
import { USER_STATUS_TEXTS, type UserStatus, userStatusFromText } from '#domain/users.ts'
import { createLatestGeneration } from './latest-generation.ts'

export type Tokens = Pick<LoginData, 'accessToken' | 'refreshToken' | 'idToken'>

/** The login data without its three tokens, and what staff last wrote. */
type StoredUser = Omit<LoginData, keyof Tokens | 'tokenType' | 'due'> & {
  tokenType: string
  message: string | null
  due?: Due | undefined
}

export type SessionUser = {
  email: string
  fullName: string
  roles: readonly Role[]
  userStatus: UserStatus
  assignedProjects: readonly string[]
  /** What staff last wrote to this person. */
  message: string | null
  /** What this person has to do before anything else. */
  due?: Due | undefined
}

export type Session = {
  /** Undefined when nobody is signed in. */
  user: SessionUser | undefined
  /** How asking the server about a restored session went. */
  check: 'running' | 'done' | 'unreachable'
  /** How the last session of this page ended: the person left, or the server would not go on. */
  ending: 'none' | 'left' | 'lost'
}

/** What one tab tells another. */
export type SavedSession = { tokens: Tokens; user: StoredUser; savedAt: number }

export type SessionStore = ReturnType<typeof createSessionStore>
type KeyValues = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const TOKEN_KEYS = ['accessToken', 'refreshToken', 'idToken'] as const
const USER_KEY = 'user'
const SAVED_AT_KEY = 'tokensSavedAt'

export const SIGNED_OUT: Session = { user: undefined, check: 'done', ending: 'none' }

/** Tokens in the tab's own storage, the person in the storage that all tabs share. */
export function createSessionStore(tab: KeyValues, shared: KeyValues) {
  const listeners = new Set<() => void>()
  const renewedTo = createLatestGeneration(shared)
  let current = SIGNED_OUT
  /** This tab's own person: the shared storage may hold whoever logged in last in another tab. */
  let person: StoredUser | undefined

  const set = (session: Session): void => {
    current = session
    for (const listener of listeners) listener()
  }
  const readTokens = (): Tokens | undefined => {
    const [accessToken, refreshToken, idToken] = TOKEN_KEYS.map((key) => tab.getItem(key))
    // The access token alone makes a session; without the others it lasts as long as that one is good.
    return accessToken ? { accessToken, refreshToken: refreshToken ?? '', idToken: idToken ?? '' } : undefined
  }
  const readUser = (): StoredUser | undefined => asStoredUser(parseJson(shared.getItem(USER_KEY)))

  const show = (user: StoredUser, check: Session['check']): void => {
    person = user
    set({ user: toSessionUser(user), check, ending: 'none' })
  }
  const write = (saved: SavedSession): void => {
    for (const key of TOKEN_KEYS) tab.setItem(key, saved.tokens[key])
    tab.setItem(SAVED_AT_KEY, String(saved.savedAt))
    shared.setItem(USER_KEY, JSON.stringify(saved.user))
    renewedTo.note(saved.tokens.refreshToken)
  }

  return {
    get: () => current,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    tokens: readTokens,
    /** The address of the person who was last signed in on this computer. */
    storedEmail: () => readUser()?.email,
    saved: (): SavedSession | undefined => {
      const held = readTokens()
      return held && person ? { tokens: held, user: person, savedAt: Number(tab.getItem(SAVED_AT_KEY)) } : undefined
    },
    /** Whether a tab that is gone has renewed this tab's session since: the token that is left is not to be sent. */
    isPast: (): boolean => renewedTo.isPast(readTokens()?.refreshToken ?? ''),
    /** Shows what is in the storage, before the server has been asked. */
    restore: (): boolean => {
      const [held, user] = [readTokens(), readUser()]
      if (held && user) show(user, 'running')
      return held !== undefined && user !== undefined
    },
    signIn: (login: LoginData, savedAt: number): void => {
      const user = withoutTokens(login, person)
      write({ tokens: login, user, savedAt })
      show(user, 'done')
    },
    adopt: (saved: SavedSession): void => {
      write(saved)
      show(saved.user, current.check)
    },
    refreshUser: (profile: ProfileData): void => {
      const { status, projectTypes, due, ...rest } = profile
      const known = person ?? { username: profile.email, tokenType: 'Bearer', expiresIn: 0 }
      const merged = { ...known, ...rest, userStatus: status, assignedProjects: projectTypes, due }
      shared.setItem(USER_KEY, JSON.stringify(merged))
      show(merged, 'done')
    },
    setCheck: (check: Session['check']): void => set({ ...current, check }),
    clear: (left: boolean): void => {
      for (const key of [...TOKEN_KEYS, SAVED_AT_KEY]) tab.removeItem(key)
      if (!person || readUser()?.email === person.email) shared.removeItem(USER_KEY)
      if (left) renewedTo.forget()
      const ending = left ? 'left' : person ? 'lost' : 'none'
      person = undefined
      set({ ...SIGNED_OUT, ending })
    },
  }
}

function withoutTokens(login: LoginData, before: StoredUser | undefined): StoredUser {
  const { accessToken: _access, refreshToken: _refresh, idToken: _id, ...user } = login
  return { ...user, message: before?.email === login.email ? before.message : null }
}

const toSessionUser = ({
  email,
  fullName,
  roles,
  userStatus,
  assignedProjects,
  message,
  due,
}: StoredUser): SessionUser => ({
  email,
  fullName,
  roles,
  userStatus: userStatusFromText(userStatus),
  assignedProjects,
  message,
  due,
})

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isListOf = <Item>(list: unknown, isItem: (item: unknown) => item is Item): list is Item[] =>
  Array.isArray(list) && list.every(isItem)
const isRole = (value: unknown): value is Role => ROLES.some((role) => role === value)

/** By hand and not by a schema: the public pages read the storage too, and are to stay light. */
function asStoredUser(value: unknown): StoredUser | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { email, username, fullName, roles, userStatus, assignedProjects, tokenType, expiresIn, message, due } =
    value as Record<keyof StoredUser, unknown>
  const status = USER_STATUS_TEXTS.find((text) => text === userStatus)
  if (!status || !isListOf(roles, isRole) || !isListOf(assignedProjects, isText)) return undefined
  if (!isText(email) || !isText(username) || !isText(fullName) || !isText(tokenType)) return undefined
  if (typeof expiresIn !== 'number') return undefined
  const person = { email, username, fullName, roles, userStatus: status, assignedProjects, tokenType, expiresIn }
  return { ...person, message: isText(message) ? message : null, due: DUES.find((one) => one === due) }
}

import type { LoginData, ProfileData, WorkingAccount } from '#contract/accounts.ts'
import { ROLES, type Role } from '#domain/accounts.ts'
import { ACCOUNT_ROLES } from '#domain/memberships.ts'
import { REQUIRED_ACTIONS, type RequiredAction } from '#domain/second-factor.ts'
import { USER_STATUS_TEXTS, type UserStatus, userStatusFromText } from '#domain/users.ts'
import { observable } from '#transfer/observable.ts'
import { createLatestGeneration } from './latest-generation.ts'

export type Tokens = Pick<LoginData, 'accessToken' | 'refreshToken' | 'idToken'>

/** The login data without its three tokens, and what staff last wrote. */
type StoredUser = Omit<LoginData, keyof Tokens | 'tokenType' | 'due'> & {
  tokenType: string
  message: string | null
  due?: RequiredAction | undefined
  approvalHours?: number | undefined
}

export type SessionUser = {
  email: string
  fullName: string
  roles: readonly Role[]
  userStatus: UserStatus
  assignedProjects: readonly string[]
  /** In which they work; undefined for owners of their own. */
  account?: WorkingAccount | undefined
  /** What staff last wrote to this person. */
  message: string | null
  /** What this person has to do before they can work. */
  requiredAction?: RequiredAction | undefined
  /** Within how many hours most accounts are approved, while this one waits. */
  approvalHours?: number | undefined
}

export type Session = {
  /** Undefined without a session. */
  user: SessionUser | undefined
  /** The state of checking a restored session with the server. */
  check: 'running' | 'done' | 'unreachable'
  /** How the last session of this page ended: by logout, or because the server rejected it. */
  ending: 'none' | 'logged-out' | 'expired'
}

/** What tabs send each other. */
export type SavedSession = { tokens: Tokens; user: StoredUser; savedAt: number }

export type SessionStore = ReturnType<typeof createSessionStore>
type KeyValues = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const TOKEN_KEYS = ['accessToken', 'refreshToken', 'idToken'] as const
const USER_KEY = 'user'
const SAVED_AT_KEY = 'tokensSavedAt'

export const SIGNED_OUT: Session = { user: undefined, check: 'done', ending: 'none' }

/** Keeps the tokens in the storage of the tab, and the person in the storage that all tabs share. */
export function createSessionStore(tab: KeyValues, shared: KeyValues) {
  const session = observable(SIGNED_OUT)
  const latestGeneration = createLatestGeneration(shared)
  /** The person of this tab. The shared storage may hold another person, who logged in later in another tab. */
  let person: StoredUser | undefined

  const readTokens = (): Tokens | undefined => {
    const [accessToken, refreshToken, idToken] = TOKEN_KEYS.map((key) => tab.getItem(key))
    // The access token is enough for a session. Without the others it ends when that token expires.
    return accessToken ? { accessToken, refreshToken: refreshToken ?? '', idToken: idToken ?? '' } : undefined
  }
  const readUser = (): StoredUser | undefined => asStoredUser(parseJson(shared.getItem(USER_KEY)))

  const publish = (user: StoredUser, check: Session['check']): void => {
    person = user
    session.set({ user: toSessionUser(user), check, ending: 'none' })
  }
  const write = (saved: SavedSession): void => {
    for (const key of TOKEN_KEYS) tab.setItem(key, saved.tokens[key])
    tab.setItem(SAVED_AT_KEY, String(saved.savedAt))
    shared.setItem(USER_KEY, JSON.stringify(saved.user))
    latestGeneration.record(saved.tokens.refreshToken)
  }

  return {
    get: session.getSnapshot,
    subscribe: session.subscribe,
    tokens: readTokens,
    /** The email of the person who was last signed in in this browser. */
    storedEmail: () => readUser()?.email,
    saved: (): SavedSession | undefined => {
      const tokens = readTokens()
      return tokens && person ? { tokens, user: person, savedAt: Number(tab.getItem(SAVED_AT_KEY)) } : undefined
    },
    /** Whether another tab has refreshed the session since. The refresh token of this tab must not be sent then. */
    isOutdated: (): boolean => latestGeneration.isOutdated(readTokens()?.refreshToken ?? ''),
    /** Starts with the stored session, before the server has checked it. */
    restore: (): boolean => {
      const [tokens, user] = [readTokens(), readUser()]
      if (tokens && user) publish(user, 'running')
      return tokens !== undefined && user !== undefined
    },
    signIn: (login: LoginData, savedAt: number): void => {
      const user = withoutTokens(login, person)
      write({ tokens: login, user, savedAt })
      publish(user, 'done')
    },
    adopt: (saved: SavedSession): void => {
      write(saved)
      publish(saved.user, session.getSnapshot().check)
    },
    refreshUser: (profile: ProfileData): void => {
      const { status, projectTypes, due, account, ...rest } = profile
      const known = person ?? { username: profile.email, tokenType: 'Bearer', expiresIn: 0 }
      const merged = { ...known, ...rest, userStatus: status, assignedProjects: projectTypes, due, account }
      shared.setItem(USER_KEY, JSON.stringify(merged))
      publish(merged, 'done')
    },
    setCheck: (check: Session['check']): void => session.set({ ...session.getSnapshot(), check }),
    clear: (loggedOut: boolean): void => {
      for (const key of [...TOKEN_KEYS, SAVED_AT_KEY]) tab.removeItem(key)
      if (!person || readUser()?.email === person.email) shared.removeItem(USER_KEY)
      if (loggedOut) latestGeneration.clear()
      const ending = loggedOut ? 'logged-out' : person ? 'expired' : 'none'
      person = undefined
      session.set({ ...SIGNED_OUT, ending })
    },
  }
}

function withoutTokens(login: LoginData, before: StoredUser | undefined): StoredUser {
  const { accessToken: _access, refreshToken: _refresh, idToken: _id, ...user } = login
  return { ...user, message: before?.email === login.email ? before.message : null }
}

const toSessionUser = ({ userStatus, due, ...user }: StoredUser): SessionUser => ({
  ...user,
  userStatus: userStatusFromText(userStatus),
  requiredAction: due,
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

/** Without a schema: the public pages read the storage too, and do not load zod. */
function asStoredUser(value: unknown): StoredUser | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const {
    email,
    username,
    fullName,
    roles,
    userStatus,
    assignedProjects,
    tokenType,
    expiresIn,
    message,
    due,
    account,
  } = value as Record<keyof StoredUser, unknown>
  const status = USER_STATUS_TEXTS.find((text) => text === userStatus)
  if (!status || !isListOf(roles, isRole) || !isListOf(assignedProjects, isText)) return undefined
  if (!isText(email) || !isText(username) || !isText(fullName) || !isText(tokenType)) return undefined
  if (typeof expiresIn !== 'number') return undefined
  const person = { email, username, fullName, roles, userStatus: status, assignedProjects, tokenType, expiresIn }
  return {
    ...person,
    message: isText(message) ? message : null,
    due: REQUIRED_ACTIONS.find((one) => one === due),
    account: asAccount(account),
  }
}

function asAccount(value: unknown): WorkingAccount | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { accountId, name, role } = value as Record<keyof WorkingAccount, unknown>
  const known = ACCOUNT_ROLES.find((one) => one === role)
  return isText(accountId) && isText(name) && known ? { accountId, name, role: known } : undefined
}

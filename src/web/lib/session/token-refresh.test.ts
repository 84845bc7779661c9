import { describe, expect, it } from 'vitest'
import type { LoginData } from '#contract/accounts.ts'
import { ApiError } from '../api-error.ts'
import { createSessionStore } from './session-store.ts'
import { connectTabs, type TabsPort } from './tabs.ts'
import { createTokenRefresh } from './token-refresh.ts'

const login = (generation: number, email = 'ann@field.example'): LoginData => ({
  email,
  username: email,
  fullName: 'Ann Lee',
  roles: ['USER'],
  userStatus: 'APPROVED',
  assignedProjects: ['Soy_Trial'],
  accessToken: `access-${generation}`,
  refreshToken: `refresh-${generation}`,
  idToken: 'id',
  tokenType: 'Bearer',
  expiresIn: 600,
})

/** What a tab stores of a login. */
function savedSession(generation: number, refreshToken = `refresh-${generation}`) {
  const { accessToken, refreshToken: _refresh, idToken, ...user } = login(generation)
  return {
    tokens: { accessToken, refreshToken, idToken },
    user: { ...user, message: null },
    savedAt: generation,
  }
}

/** In the format of the server. */
const token = (generation: number) => `3f0c2f0e-8f0b-4c55-9a57-0f8f1f6c2d11.${generation}.secret`

function memory() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

/** Delivers every message to the ports of all other tabs. */
function messageBus() {
  const ports: { listeners: Set<(event: MessageEvent) => void> }[] = []
  return (): TabsPort => {
    const port = { listeners: new Set<(event: MessageEvent) => void>() }
    ports.push(port)
    const post = (data: unknown) => {
      for (const other of ports.filter((one) => one !== port))
        for (const listener of other.listeners) listener(new MessageEvent('message', { data }))
    }
    return {
      postMessage: post,
      addEventListener: (_type: string, listener: unknown) => port.listeners.add(listener as never),
      removeEventListener: (_type: string, listener: unknown) => port.listeners.delete(listener as never),
    } as TabsPort
  }
}

/** A server that accepts one refresh token at a time and records the requests. */
function oneUseTokens(first = 1) {
  let generation = first
  const requested: string[] = []
  return {
    requested,
    exchange: async (refreshToken: string): Promise<LoginData> => {
      requested.push(refreshToken)
      if (refreshToken !== `refresh-${generation}`) throw new ApiError(401, 'This session has ended')
      generation += 1
      return login(generation)
    },
  }
}

function browser() {
  const shared = memory()
  const port = messageBus()
  let turn: Promise<unknown> = Promise.resolve()
  let clock = 1
  const withLock = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work, work)
    turn = mine
    return mine
  }
  return (exchange: (token: string) => Promise<LoginData>, own = memory()) => {
    const store = createSessionStore(own, shared)
    const tabs = connectTabs(port(), {
      current: store.saved,
      onRefresh: store.adopt,
      onLogout: () => store.clear(true),
    })
    const refreshTokens = createTokenRefresh({ store, tabs: () => tabs, exchange, withLock, now: () => (clock += 1) })
    return { store, tabs, refreshTokens }
  }
}

describe('a session whose access token is rejected', () => {
  it('continues with new tokens', async () => {
    const { exchange } = oneUseTokens()
    const { store, refreshTokens } = browser()(exchange)
    store.signIn(login(1), 1)
    expect(await refreshTokens('access-1')).toBe(true)
    expect(store.tokens()?.accessToken).toBe('access-2')
  })

  it('is refreshed once for any number of rejected calls', async () => {
    const { exchange, requested } = oneUseTokens()
    const { store, refreshTokens } = browser()(exchange)
    store.signIn(login(1), 1)
    expect(
      await Promise.all([refreshTokens('access-1'), refreshTokens('access-1'), refreshTokens('access-1')]),
    ).toEqual([true, true, true])
    expect(await refreshTokens('access-1')).toBe(true)
    expect(requested).toEqual(['refresh-1'])
  })

  it('ends when the server rejects the refresh token', async () => {
    const { exchange } = oneUseTokens(7)
    const { store, refreshTokens } = browser()(exchange)
    store.signIn(login(1), 1)
    expect(await refreshTokens('access-1')).toBe(false)
  })

  it('is kept when the server cannot be reached', async () => {
    const { store, refreshTokens } = browser()(async () => {
      throw new ApiError(0)
    })
    store.signIn(login(1), 1)
    await expect(refreshTokens('access-1')).rejects.toThrow('An unexpected error occurred')
    expect(store.get().user?.email).toBe('ann@field.example')
    expect(store.tokens()?.refreshToken).toBe('refresh-1')
  })

  it('stays ended when the person logs out during the refresh', async () => {
    const { exchange } = oneUseTokens()
    const { store, refreshTokens } = browser()(exchange)
    store.signIn(login(1), 1)
    const refreshed = refreshTokens('access-1')
    await Promise.resolve()
    store.clear(true)
    expect(await refreshed).toBe(false)
    expect(store.tokens()).toBeUndefined()
  })
})

describe('several tabs of one person', () => {
  it('never spend the same refresh token twice', async () => {
    const { exchange, requested } = oneUseTokens()
    const open = browser()
    const [left, right] = [open(exchange), open(exchange)]
    for (const tab of [left, right]) tab.store.signIn(login(1), 1)
    expect(await Promise.all([left.refreshTokens('access-1'), right.refreshTokens('access-1')])).toEqual([true, true])
    expect(requested).toEqual(['refresh-1'])
    expect(right.store.tokens()?.accessToken).toBe('access-2')
  })

  it('pass newer tokens to a tab that was closed and reopened', async () => {
    const { exchange, requested } = oneUseTokens()
    const open = browser()
    const tab = open(exchange)
    tab.store.signIn(login(1), 1)
    await tab.refreshTokens('access-1')
    const reopened = open(exchange)
    reopened.store.signIn(login(1), 1)
    expect(await reopened.refreshTokens('access-1')).toBe(true)
    expect(requested).toEqual(['refresh-1'])
    expect(reopened.store.tokens()?.accessToken).toBe('access-2')
  })

  it('use tokens that a tab announced before it closed', async () => {
    const { exchange, requested } = oneUseTokens(2)
    const open = browser()
    const [closing, waiting] = [open(exchange), open(exchange)]
    waiting.store.signIn(login(1), 1)
    const refreshed = waiting.refreshTokens('access-1')
    await Promise.resolve()
    closing.tabs.announceRefresh('refresh-1', savedSession(2))
    expect(await refreshed).toBe(true)
    expect(waiting.store.tokens()?.accessToken).toBe('access-2')
    expect(requested).toEqual([])
  })

  it('do not send a refresh token that a closed tab has used already', async () => {
    const requested: string[] = []
    const exchange = async (refreshToken: string) => {
      requested.push(refreshToken)
      return { ...login(2), refreshToken: token(2) }
    }
    const open = browser()
    const closing = open(exchange)
    closing.store.signIn({ ...login(1), refreshToken: token(1) }, 1)
    expect(await closing.refreshTokens('access-1')).toBe(true)
    closing.store.clear(false)
    const fromHistory = open(exchange)
    fromHistory.store.adopt(savedSession(1, token(1)))
    expect(await fromHistory.refreshTokens('access-1')).toBe(false)
    expect(requested).toEqual([token(1)])

    // Another session of the same person is not affected.
    const other = open(exchange)
    other.store.signIn({ ...login(1), refreshToken: token(1).replace('3f', '4f') }, 3)
    expect(await other.refreshTokens('access-1')).toBe(true)
  })

  it('log out together, but not the tabs of another person', () => {
    const open = browser()
    const { exchange } = oneUseTokens()
    const [ann, annToo, bob] = [open(exchange), open(exchange), open(exchange)]
    bob.store.signIn(login(1, 'bob@field.example'), 1)
    for (const tab of [ann, annToo]) tab.store.signIn(login(1), 1)
    ann.store.clear(true)
    ann.tabs.announceLogout('ann@field.example')
    expect(annToo.store.get().user).toBeUndefined()
    expect(bob.store.get().user?.email).toBe('bob@field.example')
  })
})

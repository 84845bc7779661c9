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

/** What a tab keeps of a login. */
function savedSession(generation: number, refreshToken = `refresh-${generation}`) {
  const { accessToken, refreshToken: _refresh, idToken, ...user } = login(generation)
  return {
    tokens: { accessToken, refreshToken, idToken },
    user: { ...user, message: null },
    savedAt: generation,
  }
}

/** As our server writes them. */
const token = (generation: number) => `3f0c2f0e-8f0b-4c55-9a57-0f8f1f6c2d11.${generation}.secret`

function memory() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

/** Hands every message to the ports of all other tabs. */
function wire() {
  const ports: { heard: Set<(event: MessageEvent) => void> }[] = []
  return (): TabsPort => {
    const port = { heard: new Set<(event: MessageEvent) => void>() }
    ports.push(port)
    const post = (data: unknown) => {
      for (const other of ports.filter((one) => one !== port))
        for (const listener of other.heard) listener(new MessageEvent('message', { data }))
    }
    return {
      postMessage: post,
      addEventListener: (_type: string, listener: unknown) => port.heard.add(listener as never),
      removeEventListener: (_type: string, listener: unknown) => port.heard.delete(listener as never),
    } as TabsPort
  }
}

/** A server that knows one refresh token at a time and counts what it is asked. */
function oneUseTokens(first = 1) {
  let generation = first
  const asked: string[] = []
  return {
    asked,
    exchange: async (refreshToken: string): Promise<LoginData> => {
      asked.push(refreshToken)
      if (refreshToken !== `refresh-${generation}`) throw new ApiError(401, 'This session has ended')
      generation += 1
      return login(generation)
    },
  }
}

function browser() {
  const shared = memory()
  const port = wire()
  let turn: Promise<unknown> = Promise.resolve()
  let clock = 1
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work, work)
    turn = mine
    return mine
  }
  return (exchange: (token: string) => Promise<LoginData>, own = memory()) => {
    const store = createSessionStore(own, shared)
    const tabs = connectTabs(port(), {
      held: store.saved,
      onRefresh: store.adopt,
      onLogout: () => store.clear(true),
    })
    const renew = createTokenRefresh({ store, tabs: () => tabs, exchange, inTurn, now: () => (clock += 1) })
    return { store, tabs, renew }
  }
}

describe('a session whose access token is refused', () => {
  it('goes on with new tokens', async () => {
    const { exchange } = oneUseTokens()
    const { store, renew } = browser()(exchange)
    store.signIn(login(1), 1)
    expect(await renew('access-1')).toBe(true)
    expect(store.tokens()?.accessToken).toBe('access-2')
  })

  it('is renewed once however many calls were refused', async () => {
    const { exchange, asked } = oneUseTokens()
    const { store, renew } = browser()(exchange)
    store.signIn(login(1), 1)
    expect(await Promise.all([renew('access-1'), renew('access-1'), renew('access-1')])).toEqual([true, true, true])
    expect(await renew('access-1')).toBe(true)
    expect(asked).toEqual(['refresh-1'])
  })

  it('is over when the server refuses the refresh token', async () => {
    const { exchange } = oneUseTokens(7)
    const { store, renew } = browser()(exchange)
    store.signIn(login(1), 1)
    expect(await renew('access-1')).toBe(false)
  })

  it('stays when the server can not be reached', async () => {
    const { store, renew } = browser()(async () => {
      throw new ApiError(0, 'An unexpected error occurred')
    })
    store.signIn(login(1), 1)
    await expect(renew('access-1')).rejects.toThrow('An unexpected error occurred')
    expect(store.get().user?.email).toBe('ann@field.example')
    expect(store.tokens()?.refreshToken).toBe('refresh-1')
  })

  it('does not come back when the person leaves while it is renewed', async () => {
    const { exchange } = oneUseTokens()
    const { store, renew } = browser()(exchange)
    store.signIn(login(1), 1)
    const renewed = renew('access-1')
    await Promise.resolve()
    store.clear(true)
    expect(await renewed).toBe(false)
    expect(store.tokens()).toBeUndefined()
  })
})

describe('several tabs of one person', () => {
  it('never spend the same refresh token twice', async () => {
    const { exchange, asked } = oneUseTokens()
    const open = browser()
    const [left, right] = [open(exchange), open(exchange)]
    for (const tab of [left, right]) tab.store.signIn(login(1), 1)
    expect(await Promise.all([left.renew('access-1'), right.renew('access-1')])).toEqual([true, true])
    expect(asked).toEqual(['refresh-1'])
    expect(right.store.tokens()?.accessToken).toBe('access-2')
  })

  it('pass newer tokens to a tab that was closed meanwhile and opened again', async () => {
    const { exchange, asked } = oneUseTokens()
    const open = browser()
    const tab = open(exchange)
    tab.store.signIn(login(1), 1)
    await tab.renew('access-1')
    const reopened = open(exchange)
    reopened.store.signIn(login(1), 1)
    expect(await reopened.renew('access-1')).toBe(true)
    expect(asked).toEqual(['refresh-1'])
    expect(reopened.store.tokens()?.accessToken).toBe('access-2')
  })

  it('take tokens that arrive while they look for some, of a tab that has closed since', async () => {
    const { exchange, asked } = oneUseTokens(2)
    const open = browser()
    const [closing, waiting] = [open(exchange), open(exchange)]
    waiting.store.signIn(login(1), 1)
    const renewed = waiting.renew('access-1')
    await Promise.resolve()
    closing.tabs.announceRefresh('refresh-1', savedSession(2))
    expect(await renewed).toBe(true)
    expect(waiting.store.tokens()?.accessToken).toBe('access-2')
    expect(asked).toEqual([])
  })

  it('leave a session alone that was renewed since in a tab that is closed', async () => {
    const asked: string[] = []
    const exchange = async (refreshToken: string) => {
      asked.push(refreshToken)
      return { ...login(2), refreshToken: token(2) }
    }
    const open = browser()
    const closing = open(exchange)
    closing.store.signIn({ ...login(1), refreshToken: token(1) }, 1)
    expect(await closing.renew('access-1')).toBe(true)
    closing.store.clear(false)
    const fromHistory = open(exchange)
    fromHistory.store.adopt(savedSession(1, token(1)))
    expect(await fromHistory.renew('access-1')).toBe(false)
    expect(asked).toEqual([token(1)])

    // Another session, of the same person, has nothing to do with it.
    const other = open(exchange)
    other.store.signIn({ ...login(1), refreshToken: token(1).replace('3f', '4f') }, 3)
    expect(await other.renew('access-1')).toBe(true)
  })

  it('leave together, but not with somebody else', () => {
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

import { beforeEach, describe, expect, it } from 'vitest'
import type { LoginData } from '#contract/accounts.ts'
import { createSessionStore } from './session-store.ts'

function memory() {
  const values = new Map<string, string>()
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

const login: LoginData = {
  email: 'ann@field.example',
  username: 'ann',
  fullName: 'Ann Lee',
  roles: ['USER'],
  userStatus: 'CANCELLED',
  assignedProjects: ['Soy_Trial'],
  accessToken: 'secret-access',
  refreshToken: 'secret-refresh',
  idToken: 'secret-id',
  tokenType: 'Bearer',
  expiresIn: 600,
}

describe('a stored session', () => {
  let tab = memory()
  let shared = memory()
  const reopened = () => {
    const store = createSessionStore(tab, shared)
    return { store, restored: store.restore() }
  }

  beforeEach(() => {
    tab = memory()
    shared = memory()
    createSessionStore(tab, shared).signIn(login, 1)
  })

  it('keeps the tokens in the storage of the tab only, and the person under the key user', () => {
    expect(tab.getItem('accessToken')).toBe('secret-access')
    expect(tab.getItem('refreshToken')).toBe('secret-refresh')
    expect(tab.getItem('idToken')).toBe('secret-id')
    expect([...shared.values.values()].join()).not.toContain('secret')
    expect(JSON.parse(shared.getItem('user') ?? '')).toMatchObject({
      email: 'ann@field.example',
      userStatus: 'CANCELLED',
    })
  })

  it('is restored after a reload, before the server has checked it', () => {
    const { store, restored } = reopened()
    expect(restored).toBe(true)
    expect(store.get()).toMatchObject({ check: 'running', user: { fullName: 'Ann Lee', userStatus: 'ON_HOLD' } })
  })

  it.each([
    ['the person is missing', () => shared.removeItem('user')],
    ['the access token is missing', () => tab.removeItem('accessToken')],
    ['the person is not JSON', () => shared.setItem('user', '{oops')],
    [
      'the person has an unknown account status',
      () => shared.setItem('user', JSON.stringify({ ...login, userStatus: 'KING' })),
    ],
  ])('is not restored when %s', (_what, damage) => {
    damage()
    const { store, restored } = reopened()
    expect(restored).toBe(false)
    expect(store.get().user).toBeUndefined()
  })

  it('is restored with the person and the access token only', () => {
    tab.removeItem('refreshToken')
    tab.removeItem('idToken')
    expect(reopened().restored).toBe(true)
  })

  it('follows the profile: account status, projects, and the message of staff', () => {
    const { store } = reopened()
    store.refreshUser({
      fullName: 'Ann Lee',
      email: 'ann@field.example',
      roles: ['USER'],
      status: 'APPROVED',
      projectTypes: ['Corn_2026'],
      message: 'Welcome',
    })
    const known = { userStatus: 'APPROVED', assignedProjects: ['Corn_2026'], message: 'Welcome' }
    expect(store.get()).toMatchObject({ check: 'done', user: known })
    expect(reopened().store.get().user).toMatchObject(known)
  })

  it('is removed completely by a logout', () => {
    const { store } = reopened()
    store.clear(true)
    expect(tab.values.size + shared.values.size).toBe(0)
    expect(store.get()).toEqual({ user: undefined, check: 'done', ending: 'logged-out' })
  })
})

it('a required action is stored, and removed when the server no longer reports it', () => {
  const store = createSessionStore(memory(), memory())
  store.signIn({ ...login, due: 'NEW_PASSWORD' }, 1)
  expect(store.get().user?.requiredAction).toBe('NEW_PASSWORD')
  const profile = { email: login.email, fullName: 'Ann Lee', roles: login.roles, status: 'APPROVED' as const }
  store.refreshUser({ ...profile, projectTypes: [], message: null, due: 'SECOND_FACTOR' })
  expect(store.get().user?.requiredAction).toBe('SECOND_FACTOR')
  store.refreshUser({ ...profile, projectTypes: [], message: null })
  expect(store.get().user?.requiredAction).toBeUndefined()
})

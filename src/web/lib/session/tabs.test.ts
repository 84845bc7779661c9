import { afterEach, expect, it, vi } from 'vitest'
import type { SavedSession } from './session-store.ts'
import { connectTabs, type TabsPort } from './tabs.ts'

const EMAIL = 'ann@field.example'
const savedAt = (at: number): SavedSession => ({
  tokens: { accessToken: `access-${at}`, refreshToken: `refresh-${at}`, idToken: `id-${at}` },
  user: {
    email: EMAIL,
    username: 'ann',
    fullName: 'Ann Lee',
    roles: ['USER'],
    userStatus: 'APPROVED',
    assignedProjects: [],
    tokenType: 'Bearer',
    expiresIn: 600,
    message: null,
  },
  savedAt: at,
})

/** A channel that delivers after `delay`, like a busy browser. */
function openChannel(delay: () => number) {
  const ports = new Set<EventTarget>()
  return (): TabsPort => {
    const port = new EventTarget()
    ports.add(port)
    return Object.assign(port, {
      postMessage: (data: unknown) => {
        for (const other of ports)
          if (other !== port) setTimeout(() => other.dispatchEvent(new MessageEvent('message', { data })), delay())
      },
    }) as TabsPort
  }
}

function openTabs(delay: () => number) {
  const open = openChannel(delay)
  const handlers = { onRefresh: () => undefined, onLogout: () => undefined }
  for (const at of [1, 2]) connectTabs(open(), { ...handlers, current: () => savedAt(at) })
  return connectTabs(open(), { ...handlers, current: () => undefined })
}

afterEach(() => void vi.useRealTimers())

it('a new tab gets the newest session of the others', async () => {
  vi.useFakeTimers()
  const asked = openTabs(() => 1).requestSession(EMAIL)
  await vi.runAllTimersAsync()
  expect(await asked).toEqual(savedAt(2))
})

it('a new tab gets the session of a tab that was too busy to answer at once', async () => {
  vi.useFakeTimers()
  const late: SavedSession[] = []
  const asked = openTabs(() => 5000).requestSession(EMAIL, (session) => late.push(session))
  await vi.runAllTimersAsync()
  expect(await asked).toBeUndefined()
  expect(late).toEqual([savedAt(1)])
})

it('other people are not told', async () => {
  vi.useFakeTimers()
  const asked = openTabs(() => 1).requestSession('eve@field.example')
  await vi.runAllTimersAsync()
  expect(await asked).toBeUndefined()
})

import { cleanup, render, screen } from '@testing-library/react'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect, onTestFinished, vi } from 'vitest'
import type { LoginData } from '#contract/accounts.ts'
import { network } from './network.ts'

export type Person = Pick<LoginData, 'email' | 'username' | 'fullName' | 'roles' | 'userStatus' | 'assignedProjects'>

export const CUSTOMER: Person = {
  email: 'cora@example.org',
  username: 'cora',
  fullName: 'Cora Customer',
  roles: ['USER'],
  userStatus: 'APPROVED',
  assignedProjects: ['Soybean_Yield_Trial'],
}
export const STAFF: Person = {
  email: 'sam@example.org',
  username: 'sam',
  fullName: 'Sam Furrow',
  roles: ['ADMIN'],
  userStatus: 'APPROVED',
  assignedProjects: [],
}

const KIND = { tokenType: 'Bearer', expiresIn: 600, due: undefined } as const
/** Only ends what would never come, also on a busy machine. */
const WAIT = { timeout: 40_000 }
const TOKENS = { accessToken: 'access', refreshToken: 'refresh', idToken: 'id' }

export const loginOf = (person: Person): LoginData => ({ ...person, ...TOKENS, ...KIND })

/**
 * Loads the application at an address, as a page does, and again with every call: for a visitor, or for somebody who has a session.
 * Resolves when its code and the profile have come.
 */
export async function openScreen(address: string, { as }: { as?: Person } = {}): Promise<void> {
  cleanup()
  vi.resetModules()
  replyToFrames(as ?? CUSTOMER)
  if (as) saveSession(as)
  history.replaceState(null, '', address)
  const [{ routes }, { session }] = await Promise.all([
    import('#web/routes/router.tsx'),
    import('#web/lib/session/session.ts'),
  ])
  session.start()
  const router = createBrowserRouter(routes)
  onTestFinished(() => router.dispose())
  render(<RouterProvider router={router} />)
  await vi.waitFor(() => {
    expect(router.state.initialized).toBe(true)
    expect(screen.queryByText('Loading...', { selector: 'span' })).toBeNull()
  }, WAIT)
}

/** As the login screen does. */
function saveSession(person: Person): void {
  for (const [key, value] of Object.entries(TOKENS)) sessionStorage.setItem(key, value)
  sessionStorage.setItem('tokensSavedAt', String(Date.now()))
  localStorage.setItem('user', JSON.stringify({ ...person, ...KIND, message: null }))
}

/** The reply of a list without rows. */
export const NO_ROWS = { data: [], total: 0, isTotalExact: true, next: null }

/** What the server says of this person, and what staff wrote to them. */
export function replyProfile(person: Person, message: string | null = null): void {
  const { email, fullName, roles, userStatus: status, assignedProjects: projectTypes } = person
  network.reply('getProfile', { data: { email, fullName, roles, status, projectTypes, message, due: undefined } })
}

/** What is asked for on every screen of a signed-in person, unless the test has its own replies. */
function replyToFrames(person: Person): void {
  const none = { total: 0, isTotalExact: true }
  const waiting = person.roles.includes('ADMIN') ? none : null
  if (!network.hasReply('getProfile')) replyProfile(person)
  if (!network.hasReply('getSignOn')) network.reply('getSignOn', { data: { name: null } })
  if (!network.hasReply('getCounts'))
    network.reply('getCounts', { data: { unreadNotices: none, waitingRequests: waiting, waitingUsers: waiting } })
  if (!network.hasReply('listOpenUploads')) network.reply('listOpenUploads', { data: [] })
}

import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { envelope, network } from '#web/testing/network.ts'
import { NO_ROWS, openScreen, replyProfile, STAFF } from '#web/testing/open-screen.tsx'

const signedIn = () => [sessionStorage.getItem('accessToken') !== null, localStorage.getItem('user') !== null]
const users = () => screen.findByRole('heading', { name: 'Users' })

beforeEach(() => network.reply('listUsers', NO_ROWS))

test('a profile that cannot be loaded is only logged', async () => {
  const logged = vi.spyOn(console, 'warn').mockReturnValue()
  await openScreen('/dashboard/users', { as: STAFF })
  await users()
  network.respond('getProfile', () => envelope(500, 'No'))
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(logged).toHaveBeenCalledWith('Failed to fetch user profile', expect.anything()))
  expect(await users()).toBeVisible()
  expect(signedIn()).toEqual([true, true])
})

describe('at the start', () => {
  test('a signed-in person stays signed in, and a spinner shows until the profile is loaded', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    network.respond('getProfile', () => promise)
    const opening = openScreen('/dashboard/users', { as: STAFF })
    await waitFor(() => expect(network.sent('getProfile')).toHaveLength(1))
    await waitFor(() => expect(screen.getByText('Loading...')).toBeInTheDocument())
    expect(screen.queryByRole('heading', { name: 'Users' })).toBeNull()
    replyProfile(STAFF)
    const { email, fullName, roles, userStatus: status, assignedProjects: projectTypes } = STAFF
    const data = { email, fullName, roles, status, projectTypes, message: null }
    resolve(envelope(200, 'Profile loaded', { data }))
    await opening
    expect(await users()).toBeVisible()
  })

  test.each([401, 403, 500])('a signed-in person is logged out when the server answers %s', async (status) => {
    network.respond('getProfile', () => envelope(status, 'Something went wrong'))
    network.respond('refreshSession', () => envelope(status, 'Something went wrong'))
    network.reply('logOut', {})
    await openScreen('/dashboard/users', { as: STAFF })
    await waitFor(() => expect(location.pathname).toBe('/log-in'))
    expect(signedIn()).toEqual([false, false])
    expect(await screen.findByText('Your session has ended. Please log in again.')).toBeVisible()
  })

  test('a person without a role sees that the role check fails', async () => {
    replyProfile({ ...STAFF, roles: [] })
    await openScreen('/dashboard/users', { as: STAFF })
    expect(await screen.findByText('role check fails')).toBeVisible()
  })
})

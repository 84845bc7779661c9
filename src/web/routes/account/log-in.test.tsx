import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { fillLogIn, PASSWORD } from '#web/testing/acts.ts'
import { envelope, network, noResponse, type Respond } from '#web/testing/network.ts'
import { loginOf, NO_ROWS, openScreen, STAFF } from '#web/testing/open-screen.tsx'

const html =
  (status: number): Respond =>
  () =>
    new Response('<html>', { status })

describe('the banner of a failed login shows', () => {
  test.each<[string, Respond, string]>([
    [
      'the message of the server, whatever the HTTP status',
      () => Response.json({ statusCode: 401, message: 'Your account is closed' }),
      'Your account is closed',
    ],
    ['400 in fixed words', () => envelope(400, ''), 'Invalid confirmation details provided'],
    ['404 in fixed words', () => envelope(404, ''), 'User not found or already confirmed'],
    ['500 in fixed words', html(500), 'Server error occurred. Please try again later'],
    ['a fixed text for any other status', () => envelope(418, ''), 'An error occurred during confirmation'],
    ['that the response is no JSON', html(200), 'An unexpected error occurred'],
    ['a refusal that asks for no code, on the login screen', () => envelope(403, 'Not from here'), 'Not from here'],
    ['that the response had no data', () => envelope(200, 'Login successful!'), 'Invalid response data'],
    ['that there was no response', noResponse, 'An unexpected error occurred'],
  ])('%s', async (_, respond, words) => {
    network.respond('logIn', respond)
    await openScreen('/log-in')
    await fillLogIn(STAFF)
    expect(await screen.findByRole('alert')).toHaveTextContent(words)
    expect(location.pathname).toBe('/log-in')
  })
})

test('a login shows a spinner while it is pending, and continues with a toast', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  network.respond('logIn', () => promise)
  network.reply('listUsers', NO_ROWS)
  await openScreen('/log-in')
  await fillLogIn(STAFF)
  const button = screen.getByRole('button', { name: 'Log In' })
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(button).toHaveAttribute('aria-busy', 'true')
  expect(button.querySelector('svg')).not.toBeNull()
  expect(network.sent('logIn')).toEqual([{ query: {}, body: { email: STAFF.email, password: PASSWORD } }])

  resolve(envelope(200, 'Login successful!', { data: loginOf(STAFF) }))
  expect(await screen.findByText('Login successful!')).toBeVisible()
  expect(await screen.findByRole('heading', { name: 'Users' })).toBeVisible()
  expect(location.pathname).toBe('/dashboard/users')
})

import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { envelope, network, noResponse, type Respond } from '#web/testing/network.ts'
import { CUSTOMER, openScreen, STAFF } from '#web/testing/open-screen.tsx'

// A call without a response is tried three times.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Failures of a call in which the server says nothing that a person could be told. */
const FAILURES: Record<string, Respond> = {
  'no response': noResponse,
  'an empty message': () => envelope(500, ''),
  'HTML instead of JSON': () =>
    new Response('<h1>Forbidden</h1>', { status: 403, headers: { 'content-type': 'text/html' } }),
  'an empty body': () => new Response(''),
}
const SCREENS = [
  ['/my-dashboard', CUSTOMER],
  ['/my-dashboard/requests/r1', CUSTOMER],
  ['/my-dashboard/map?request=r1', CUSTOMER],
  ['/my-dashboard/trials', CUSTOMER],
  ['/my-dashboard/trials/t1', CUSTOMER],
  ['/my-dashboard/trials/t1/layout', CUSTOMER],
  ['/account', CUSTOMER],
  ['/dashboard/users', STAFF],
  ['/dashboard/users/u1', STAFF],
  ['/dashboard/requests', STAFF],
  ['/dashboard/requests/r1', STAFF],
  ['/dashboard/map?request=r1', STAFF],
  ['/dashboard/trials', STAFF],
  ['/dashboard/trials/t1', STAFF],
  ['/dashboard/trials/t1/layout', STAFF],
  ['/dashboard/activity', STAFF],
  ['/dashboard/emails', STAFF],
] as const

describe.each(Object.entries(FAILURES))('when every call is answered with %s', (_, respond) => {
  test.each(SCREENS)('%s says something', async (address, as) => {
    network.respondToAll(respond)
    await openScreen(address, { as })
    const alerts = await vi.waitFor(() => {
      vi.advanceTimersByTime(1000)
      return within(screen.getByRole('main')).getAllByRole('alert')
    })
    for (const alert of alerts) expect(alert).toHaveTextContent(/\w{3}.*\w{3}/)
  })
})

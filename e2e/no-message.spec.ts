import type { Page, Route } from '@playwright/test'
import { expect, type Seed, STAFF, signIn, test } from './fixtures.ts'

/** Failures of a call in which the server says nothing that a person could be told. */
const FAILURES: Record<string, (route: Route) => Promise<void>> = {
  'no response': (route) => route.abort(),
  'an empty message': (route) => route.fulfill({ status: 500, json: { statusCode: 500, message: '' } }),
  'HTML instead of JSON': (route) =>
    route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>Forbidden</h1>' }),
  'an empty body': (route) => route.fulfill({ status: 200, body: '' }),
}

const SCREENS = {
  customer: [
    '/my-dashboard',
    '/my-dashboard/requests/r1',
    '/my-dashboard/map?request=r1',
    '/my-dashboard/trials',
    '/my-dashboard/trials/t1',
    '/my-dashboard/trials/t1/layout',
    '/account',
  ],
  staff: [
    '/dashboard/users',
    '/dashboard/users/u1',
    '/dashboard/requests',
    '/dashboard/requests/r1',
    '/dashboard/map?request=r1',
    '/dashboard/trials',
    '/dashboard/trials/t1',
    '/dashboard/activity',
    '/dashboard/emails',
  ],
}
const personOf = (who: 'customer' | 'staff', seed: Seed) =>
  who === 'staff' ? STAFF : seed.createCustomer('Nils Nothing')

/** Everything that is announced as an error says what is wrong. */
async function expectWords(page: Page, address: string): Promise<void> {
  await page.goto(address)
  const alerts = page.getByRole('main').getByRole('alert')
  await expect(alerts.first(), `${address} says that it failed`).toBeVisible()
  for (const alert of await alerts.all()) await expect(alert, address).toHaveText(/\w{3}.*\w{3}/)
}

for (const [what, fail] of Object.entries(FAILURES))
  for (const who of ['customer', 'staff'] as const)
    test(`all screens of ${who} say something when every call is answered with ${what}`, async ({ page, seed }) => {
      await signIn(page, await personOf(who, seed))
      const context = page.context()
      await context.route(/\/api\/(?!auth\/)/, fail)
      for (const address of SCREENS[who]) await expectWords(page, address)
    })

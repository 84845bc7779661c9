import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { expectAccessible } from './expect-accessible.ts'
import { test as base, expect } from './fixtures.ts'

/** A real OpenID Connect service, where everybody has an address of the station. */
const test = base.extend<object, { issuer: string }>({
  issuer: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its pattern
    async ({}, use) => {
      const server = createServer()
      await new Promise<void>((resolve) => {
        server.listen(0, '127.0.0.1', resolve)
      })
      const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const provider = new Provider(issuer, {
        clients: [{ client_id: 'skyfurrow', client_secret: 'furrow', redirect_uris: ['http://127.0.0.1/sign-on'] }],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
        findAccount: (_context, sub) => ({
          accountId: sub,
          claims: () => ({ sub, email: `${sub}@station.example`, email_verified: true, name: 'Nadia Newcomer' }),
        }),
        cookies: { keys: ['for tests'] },
      })
      // The port of the product isn't known yet.
      provider.Client.prototype.redirectUriAllowed = (url: string) => new URL(url).pathname === '/sign-on'
      const answer = provider.callback()
      server.on('request', (request, response) => void answer(request, response))
      await use(issuer)
      server.closeAllConnections()
      server.close()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ issuer }, use) =>
      use({
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_ID: 'skyfurrow',
        OIDC_CLIENT_SECRET: 'furrow',
        OIDC_DOMAINS: 'station.example',
        OIDC_NAME: 'The Station',
      }),
    { scope: 'worker' },
  ],
})

test('a person logs in with the account of their station', async ({ page }) => {
  await page.goto('/log-in')
  await expect(page.getByRole('button', { name: 'Log in with The Station' })).toBeVisible()
  await expectAccessible(page, 'a login with another service')
  await page.getByRole('button', { name: 'Log in with The Station' }).click()
  await page.getByPlaceholder('Enter any login').fill('nadia')
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Your account is waiting for approval')).toBeVisible()
  await page.goto('/account')
  await expect(page.locator('#main').getByText('nadia@station.example')).toBeVisible()

  await page.evaluate(() => {
    sessionStorage.clear()
    localStorage.clear()
  })
  await page.goto('/sign-on?code=stolen&state=none')
  await expect(page.getByText('This login was not begun in this tab.')).toBeVisible()
  await expectAccessible(page, 'a login elsewhere that failed')
})

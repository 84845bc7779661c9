import type { Page } from '@playwright/test'
import { focusTab } from './browser-faults.ts'
import { expect, fillLogIn, logIn, STAFF, signIn, test } from './fixtures.ts'

const PROFILE = '**/api/auth/get-profile'
const openAccountMenu = (page: Page) => page.getByRole('button', { name: /^Account menu/ }).click()
const signedIn = (page: Page) =>
  page.evaluate(() => [sessionStorage.getItem('accessToken') !== null, localStorage.getItem('user') !== null])

/** From here on the clock of the page is controlled by the test. */
const stopTime = (page: Page, afterMs: number) => page.clock.pauseAt(new Date(Date.now() + afterMs))

function countProfiles(page: Page): () => number {
  let count = 0
  page.on('response', (response) => {
    if (response.url().endsWith('/auth/get-profile') && response.ok()) count += 1
  })
  return () => count
}

test('the profile is requested after the login, every 30 minutes, and when the tab becomes visible', async ({
  page,
  seed,
}) => {
  const customer = await seed.createCustomer('Paula Profile', { projects: ['Early_Trial'] })
  await page.clock.install()
  const profiles = countProfiles(page)
  await logIn(page, customer)
  await expect(page.getByText('No Projects')).toBeVisible()
  await expect.poll(profiles).toBe(1)
  await page.clock.fastForward('29:00')
  expect(profiles()).toBe(1)

  await seed.decide(customer, { status: 'Approved', projects: ['Late_Trial'] })
  await page.clock.fastForward('01:00')
  await expect.poll(profiles).toBe(2)
  await page.getByRole('button', { name: 'Upload', exact: true }).first().click()
  await expect(page.getByLabel('Project Name').getByRole('option', { name: 'Late Trial' })).toBeAttached()
  await page.getByRole('button', { name: 'Cancel' }).click()

  await seed.decide(customer, { status: 'On Hold', message: 'Please write to us.' })
  await focusTab(page)
  await expect.poll(profiles).toBe(3)
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Your account is on hold')).toBeVisible()
})

test('a profile that cannot be loaded is only logged', async ({ page }) => {
  await signIn(page, STAFF)
  await page.goto('/dashboard/users')
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  const logged = page.waitForEvent('console', (message) => message.text().includes('Failed to fetch user profile'))
  await page.route(PROFILE, (route) => route.fulfill({ status: 500, json: { statusCode: 500, message: 'No' } }))
  await focusTab(page)
  expect((await logged).type()).toBe('warning')
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  expect(await signedIn(page)).toEqual([true, true])
})

test.describe('at the start', () => {
  test.beforeEach(({ page }) => signIn(page, STAFF))

  test('a signed-in person stays signed in, and a spinner shows until the profile is loaded', async ({ page }) => {
    const asked = Promise.withResolvers<void>()
    await page.route(PROFILE, async (route) => {
      await asked.promise
      await route.continue()
    })
    await page.goto('/dashboard/users')
    await expect(page.getByText('Loading...')).toBeAttached()
    await expect(page.getByRole('heading', { name: 'Users' })).toBeHidden()
    asked.resolve()
    await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  })

  for (const status of [401, 403, 500])
    test(`a signed-in person is logged out when the server answers ${status}`, async ({ page }) => {
      await page.route('**/api/auth/{get-profile,refresh}', (route) =>
        route.fulfill({ status, json: { statusCode: status, message: 'Something went wrong' } }),
      )
      await page.goto('/dashboard/users')
      await expect(page).toHaveURL('/log-in')
      expect(await signedIn(page)).toEqual([false, false])
      await expect(page.getByRole('main').getByText('Your session has ended. Please log in again.')).toBeVisible()
    })

  test('a person without a role sees that the role check fails', async ({ page }) => {
    await page.route(PROFILE, async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { data: object }
      await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, roles: [] } } })
    })
    await page.goto('/dashboard/users')
    await expect(page.getByText('role check fails', { exact: true })).toBeVisible()
  })
})

test.describe('notices', () => {
  test('are at the bottom right and disappear after 1500 ms, that of the logout after 2000 ms', async ({ page }) => {
    await page.clock.install()
    await page.goto('/log-in')
    await stopTime(page, 60_000)
    await fillLogIn(page, STAFF)
    const welcome = page.getByText('Login successful!')
    await expect(welcome).toBeVisible()
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
    const box = await page.getByRole('status').filter({ has: welcome }).boundingBox()
    expect([(box?.x ?? 0) + (box?.width ?? 0), (box?.y ?? 0) + (box?.height ?? 0)]).toEqual([width, height])
    await page.clock.runFor(1499)
    await expect(welcome).toBeVisible()
    await page.clock.runFor(1)
    await expect(welcome).toBeHidden()

    await page.clock.resume()
    await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
    await openAccountMenu(page)
    await stopTime(page, 120_000)
    await page.getByRole('button', { name: 'Sign out' }).click()
    const goodbye = page.getByText('You have successfully logged out!')
    await expect(goodbye).toBeVisible()
    expect(await signedIn(page)).toEqual([false, false])
    await page.clock.runFor(1999)
    await expect(goodbye).toBeVisible()
    await page.clock.runFor(1)
    await expect(goodbye).toBeHidden()
  })
})

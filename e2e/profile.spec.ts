import type { Page } from '@playwright/test'
import { focusTab } from './browser-faults.ts'
import { expect, fillLogIn, logIn, STAFF, test } from './fixtures.ts'

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

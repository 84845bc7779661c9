import type { Page } from '@playwright/test'
import { expect, expectToast, fillLogIn, logIn, STAFF, test } from './fixtures.ts'

const openAccountMenu = (page: Page) => page.getByRole('button', { name: /^Account menu/ }).click()

test('a session survives a reload, and is shared with a second tab', async ({ page, context }) => {
  await logIn(page, STAFF)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  const second = await context.newPage()
  await second.goto('/dashboard/requests')
  await expect(second.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test('signed-in people who open a login screen are redirected to their dashboard', async ({ page, seed }) => {
  const customer = await seed.createCustomer('Hanna Home')
  await logIn(page, customer)
  await expect(page).toHaveURL('/my-dashboard')
  for (const screen of ['/log-in', '/sign-up', '/verify-email', '/forgot-password']) {
    await page.goto(screen)
    await expect(page).toHaveURL('/my-dashboard')
  }
})

test('logging out ends the session in every tab', async ({ page, context }) => {
  await logIn(page, STAFF)
  const second = await context.newPage()
  await second.goto('/dashboard/requests')
  await expect(second.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  await openAccountMenu(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expectToast(page, 'You have successfully logged out!')
  await expect(page).toHaveURL('/log-in')
  await expect(second).toHaveURL('/log-in')
  await second.goto('/dashboard/users')
  await expect(second).toHaveURL('/log-in')
})

test('an expired access token is refreshed silently', async ({ page }) => {
  await logIn(page, STAFF)
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  const refused = await page.evaluate(() => {
    const [head, body] = (sessionStorage.getItem('accessToken') ?? '').split('.')
    const stale = `${head}.${body}.c3RhbGU`
    sessionStorage.setItem('accessToken', stale)
    return stale
  })
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('accessToken'))).not.toBe(refused)
  await expect(page.getByText(/session has ended/)).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test('a session that the server has ended leads to the login, and back', async ({ page }) => {
  await logIn(page, STAFF)
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  await page.evaluate(() => {
    sessionStorage.setItem('accessToken', 'gone')
    sessionStorage.setItem('refreshToken', 'gone')
  })
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/log-in')
  await expectToast(page, 'Your session has ended. Please log in again.')
  await fillLogIn(page, STAFF)
  await expect(page).toHaveURL('/dashboard/requests')
})

import type { Locator, Page } from '@playwright/test'
import { expect, expectToast, PASSWORD, readCode, test } from './fixtures.ts'

const password = (page: Page) => page.getByLabel('Password', { exact: true })
const confirmPassword = (page: Page) => page.getByLabel('Confirm Password', { exact: true })

/** The eye beside a password field shows and hides it, and no other. */
async function expectEye(page: Page, field: Locator, name: string): Promise<void> {
  await expect(field).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: `Show ${name}`, exact: true }).click()
  await expect(field).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: `Hide ${name}`, exact: true }).click()
  await expect(field).toHaveAttribute('type', 'password')
}

/** The response waits until it is released; meanwhile the button shows a spinner. */
async function expectBusy(
  page: Page,
  { path, name, submit }: { path: string; name: string; submit: () => Promise<void> },
) {
  const asked = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    await asked.promise
    await route.continue()
  })
  await submit()
  const button = page.getByRole('button', { name, exact: true })
  await expect(button).toBeDisabled()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect(button.locator('svg')).toBeVisible()
  asked.resolve()
}

test('the login links to the password reset and, in its place, to the sign-up', async ({ page }) => {
  await page.goto('/about')
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
  await expect(page.getByRole('link', { name: 'Forget Password?' })).toHaveAttribute('href', '/forgot-password')
  await page.getByRole('link', { name: 'Sign Up', exact: true }).click()
  await expect(page).toHaveURL('/sign-up')
  await expect(page.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/log-in')
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('name and email are passed on from the sign-up to the code, the repeated password nowhere', async ({ page }) => {
  const person = { fullName: 'Gina Goeson', email: 'gina.goeson@example.org' }
  await page.goto('/sign-up')
  await page.getByLabel('Full Name').fill(person.fullName)
  await page.getByLabel('Email').fill(person.email)
  await password(page).fill(PASSWORD)
  await confirmPassword(page).fill(PASSWORD)
  await expectEye(page, password(page), 'password')
  await expectEye(page, confirmPassword(page), 'confirm password')

  const registering = page.waitForRequest('**/api/auth/register')
  const submit = () => page.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expectBusy(page, { path: '**/api/auth/register', name: 'Sign up', submit })
  expect((await registering).postDataJSON()).toEqual({ ...person, password: PASSWORD })
  await expectToast(page, 'Registration successful! Please verify your email.')
  await expect(page).toHaveURL('/verify-email')

  const confirmationCode = await readCode(page, person.email)
  const confirming = page.waitForRequest('**/api/auth/confirm-user')
  await page.getByRole('textbox').first().click()
  await page.keyboard.type(confirmationCode)
  await page.getByRole('button', { name: 'Verify Email' }).click()
  expect((await confirming).postDataJSON()).toEqual({ ...person, confirmationCode })
  await expect(page).toHaveURL('/log-in')
})

test('both steps of a forgotten password link back to the login', async ({ page }) => {
  const back = page.getByRole('link', { name: 'Back to Login' })
  await page.goto('/forgot-password')
  await back.click()
  await expect(page).toHaveURL('/log-in')
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill('nobody.at.all@example.org')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('heading', { name: 'Reset Password' })).toBeVisible()
  await expect(page).toHaveTitle('Reset Password - Skyfurrow')
  await page.getByLabel('Verification Code').pressSequentially('12345678')
  await expect(page.getByLabel('Verification Code')).toHaveValue('123456')
  await expectEye(page, page.getByLabel('New Password', { exact: true }), 'new password')
  await back.click()
  await expect(page).toHaveURL('/log-in')
})

import type { Locator, Page } from '@playwright/test'
import { expect, expectToast, fillLogIn, PASSWORD, readCode, STAFF, test } from './fixtures.ts'

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

test('a login shows a spinner while it is pending, and continues with a toast', async ({ page }) => {
  await page.goto('/log-in')
  await expectBusy(page, { path: '**/api/auth/login', name: 'Log In', submit: () => fillLogIn(page, STAFF) })
  await expectToast(page, 'Login successful!')
  await expect(page).toHaveURL('/dashboard/users')
})

const envelope = (statusCode: number, message: string) => JSON.stringify({ statusCode, message })

test.describe('the banner of a failed login shows', () => {
  const ANSWERS = [
    [
      'the message of the server, whatever the HTTP status',
      200,
      envelope(401, 'Your account is closed'),
      'Your account is closed',
    ],
    ['400 in fixed words', 400, envelope(400, ''), 'Invalid confirmation details provided'],
    ['404 in fixed words', 404, envelope(404, ''), 'User not found or already confirmed'],
    ['500 in fixed words', 500, '<html>', 'Server error occurred. Please try again later'],
    ['a fixed text for any other status', 418, envelope(418, ''), 'An error occurred during confirmation'],
    ['that the response is no JSON', 200, '<html>', 'An unexpected error occurred'],
    ['a refusal that asks for no code, on the login screen', 403, envelope(403, 'Not from here'), 'Not from here'],
    ['that the response had no data', 200, envelope(200, 'Login successful!'), 'Invalid response data'],
  ] as const
  for (const [what, status, body, words] of ANSWERS)
    test(what, async ({ page }) => {
      await page.route('**/api/auth/login', (route) => route.fulfill({ status, body }))
      await page.goto('/log-in')
      await fillLogIn(page, STAFF)
      await expect(page.getByRole('alert')).toHaveText(words)
    })

  test('that there was no response', async ({ page }) => {
    await page.route('**/api/auth/login', (route) => route.abort())
    await page.goto('/log-in')
    await fillLogIn(page, STAFF)
    await expect(page.getByRole('alert')).toHaveText('An unexpected error occurred')
  })
})

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

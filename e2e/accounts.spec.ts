import type { Page } from '@playwright/test'
import { colourName } from './colours.ts'
import {
  expect,
  expectToast,
  fillLogIn,
  OTHER_STAFF,
  PASSWORD,
  readCode,
  readEmail,
  STAFF,
  signUp,
  test,
} from './fixtures.ts'

const password = (page: Page) => page.getByLabel('Password', { exact: true })
const newPassword = (page: Page) => page.getByLabel('New Password', { exact: true })
const confirmPassword = (page: Page) => page.getByLabel('Confirm Password', { exact: true })
const digits = (page: Page) => page.getByRole('group', { name: 'Confirmation code' }).getByRole('textbox')
const banner = (page: Page) => page.getByRole('alert')

async function shownDigits(page: Page): Promise<string[]> {
  return Promise.all((await digits(page).all()).map((box) => box.inputValue()))
}

/** As from an email program: the text is in the clipboard, and Ctrl+V pastes it into the focused field. */
async function pasteText(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('Control+V')
}

test.describe('sign-up', () => {
  test('replaces the login screen in the history', async ({ page }) => {
    await page.goto('/about')
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
    await page.getByRole('link', { name: 'Sign Up' }).click()
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/about')
  })
})

test.describe('verify email', () => {
  test('counts the missing digits, accepts a pasted code with spaces, and moves back on Backspace', async ({
    page,
  }) => {
    await signUp(page, { fullName: 'Vera Digit', email: 'vera.digit@example.org' })
    await expect(page.getByText("We've sent a 6-digit code to vera.digit@example.org")).toBeVisible()
    await expect(page.getByRole('button', { name: 'Enter 6 more digit(s)' })).toBeDisabled()
    await page.keyboard.type('12x3')
    await expect(page.getByRole('button', { name: 'Enter 3 more digit(s)' })).toBeDisabled()
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await expect.poll(() => shownDigits(page)).toEqual(['1', '', '', '', '', ''])
    await expect(page.getByRole('button', { name: 'Enter 5 more digit(s)' })).toBeDisabled()
    await pasteText(page, '12345')
    await expect.poll(() => shownDigits(page)).toEqual(['1', '', '', '', '', ''])
    await pasteText(page, ' 123 456 ')
    await expect.poll(() => shownDigits(page)).toEqual(['1', '2', '3', '4', '5', '6'])
    await expect(page.getByRole('button', { name: 'Verify Email' })).toBeEnabled()
  })

  test('reports a wrong code, then accepts the right one', async ({ page }) => {
    await signUp(page, { fullName: 'Walter Wrong', email: 'walter.wrong@example.org' })
    const code = await readCode(page, 'walter.wrong@example.org')
    await digits(page).first().click()
    await page.keyboard.type(code === '111111' ? '222222' : '111111')
    await page.getByRole('button', { name: 'Verify Email' }).click()
    await expect(banner(page)).toContainText('Verification failed')
    await expect(banner(page)).toContainText('This code is not correct or has expired.')
    await expect(page.getByRole('button', { name: 'Enter 6 more digit(s)' })).toBeDisabled()
    await page.keyboard.type(code)
    await expect(banner(page)).toBeHidden()
    await page.getByRole('button', { name: 'Verify Email' }).click()
    await expectToast(page, 'User confirmed successfully!')
    await expect(page).toHaveURL('/log-in')
    await expect(page.getByLabel('Email')).toHaveValue('walter.wrong@example.org')
  })

  test('offers a new code after a minute, and counts the seconds down', async ({ page }) => {
    await page.clock.install()
    await signUp(page, { fullName: 'Rita Resend', email: 'rita.resend@example.org' })
    const resend = page.getByRole('button', { name: 'Resend code' })
    await expect(resend).toBeDisabled()
    // The clock goes on meanwhile.
    await expect(page.getByText(/^Resend code in (60|5\d|4\d) s$/)).toBeVisible()
    await page.clock.fastForward(30_000)
    await expect(page.getByText(/^Resend code in (30|[12]\d) s$/)).toBeVisible()
    await page.clock.fastForward(31_000)
    await expect(resend).toBeEnabled()
    await resend.click()
    await expectToast(page, 'If this address is waiting for confirmation, a new code is on its way.')
    await expect(resend).toBeDisabled()
  })
})

test.describe('log in', () => {
  test('shows in a banner that the password is wrong, until something is typed', async ({ page }) => {
    await page.goto('/log-in')
    await fillLogIn(page, { ...STAFF, password: 'Paddock-2025!' })
    await expect(banner(page)).toHaveText('Incorrect email or password')
    expect(colourName(await banner(page).evaluate((element) => getComputedStyle(element).color))).toBe('red')
    const [above, below] = [await banner(page).boundingBox(), await page.getByLabel('Email').boundingBox()]
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0)
    await password(page).pressSequentially('?')
    await expect(banner(page)).toBeHidden()
    await fillLogIn(page, { email: 'nobody@example.org', password: PASSWORD })
    await expect(banner(page)).toHaveText('Incorrect email or password')
  })

  test('leads to the code when the email is not confirmed', async ({ page, seed }) => {
    const person = await seed.register('Una Confirmed')
    await page.goto('/log-in')
    await fillLogIn(page, person)
    await expect(page).toHaveURL('/verify-email')
    // The sign-up has just sent one, so the login sends none.
    await expect(page.getByText(`Enter the 6-digit code from our email to ${person.email}`)).toBeVisible()
    await expect(page.getByText(/^Resend code in \d\d? s$/)).toBeVisible()
  })

  test('a forgotten password is reset with an emailed code', async ({ page }) => {
    await page.goto('/log-in')
    await page.getByRole('link', { name: 'Forget Password?' }).click()
    await expect(page.getByRole('heading', { name: 'Forgot Password' })).toBeVisible()
    await page.getByLabel('Email').fill(OTHER_STAFF.email)
    await page.getByRole('button', { name: 'Send code' }).click()
    await expectToast(page, 'Verification code sent to your email!')
    await expect(page.getByRole('heading', { name: 'Reset Password' })).toBeVisible()

    const code = page.getByLabel('Verification Code')
    const send = page.getByRole('button', { name: 'Reset Password' })
    await send.click()
    await expect(code).toHaveAccessibleDescription('Verification code is required')
    await code.pressSequentially('12-34')
    await expect(code).toHaveValue('1234')
    await newPassword(page).fill('furrow-2027!')
    await confirmPassword(page).fill('furrow-2028!')
    await send.click()
    await expect(code).toHaveAccessibleDescription('Verification code must be 6 digits')
    await expect(newPassword(page)).toHaveAccessibleDescription(/Password must include uppercase letter$/)
    await expect(confirmPassword(page)).toHaveAccessibleDescription('Passwords do not match')

    const sentEmail = await readEmail(page, { to: OTHER_STAFF.email, subject: 'Your Skyfurrow password code' })
    await code.fill(/\b\d{6}\b/.exec(sentEmail)?.[0] ?? '')
    await newPassword(page).fill('Paddock-2027!')
    await confirmPassword(page).fill('Paddock-2027!')
    await send.click()
    await expectToast(page, 'Password reset successful!')
    await expect(page).toHaveURL('/log-in')
    await fillLogIn(page, OTHER_STAFF)
    await expect(banner(page)).toHaveText('Incorrect email or password')
    await fillLogIn(page, { ...OTHER_STAFF, password: 'Paddock-2027!' })
    await expect(page).toHaveURL('/dashboard/users')
  })
})

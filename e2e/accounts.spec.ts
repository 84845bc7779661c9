import { randomUUID } from 'node:crypto'
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
  signIn,
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
  test('shows the error of each field below it', async ({ page }) => {
    await page.goto('/sign-up')
    const send = page.getByRole('button', { name: 'Sign up' })
    await send.click()
    await expect(page.getByLabel('Full Name')).toHaveAccessibleDescription('Full name is required')
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Email is required')
    await expect(password(page)).toHaveAccessibleDescription(/Password is required$/)

    const passwords = {
      'Ab1!': 'Password must be at least 8 characters',
      'FURROW-2026!': 'Password must include lowercase letter',
      'furrow-2026!': 'Password must include uppercase letter',
      'Furrow-year!': 'Password must include number',
      'Furrow-2026': 'Password must include special character',
    }
    for (const [typed, message] of Object.entries(passwords)) {
      await password(page).fill(typed)
      await send.click()
      await expect(page.getByText(message, { exact: true })).toBeVisible()
    }
    const names = {
      Eva: 'Full name must be at least 4 characters',
      ['x'.repeat(101)]: 'Full name must not exceed 100 characters',
    }
    for (const [typed, message] of Object.entries(names)) {
      await page.getByLabel('Full Name').fill(typed)
      await send.click()
      await expect(page.getByLabel('Full Name')).toHaveAccessibleDescription(message)
    }
    await page.getByLabel('Email').fill('eva at field.example')
    await password(page).fill(PASSWORD)
    await confirmPassword(page).fill('Furrow-2027!')
    await send.click()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Invalid email format')
    await expect(confirmPassword(page)).toHaveAccessibleDescription('Passwords do not match')
    await confirmPassword(page).pressSequentially('6')
    await expect(page.getByText('Passwords do not match')).toBeHidden()

    await send.click()
    await expect(confirmPassword(page)).toHaveAccessibleDescription('Passwords do not match')
    await password(page).fill('Meadow-2027!')
    await expect(page.getByText('Passwords do not match')).toBeVisible()
    await password(page).fill(await confirmPassword(page).inputValue())
    await expect(page.getByText('Passwords do not match')).toBeHidden()
  })

  test('rejects an email that has an account, in a red box', async ({ page, seed }) => {
    const known = await seed.createPending('Known Person')
    await page.goto('/sign-up')
    await page.getByLabel('Full Name').fill('Someone Else')
    await page.getByLabel('Email').fill(known.email.toUpperCase())
    await password(page).fill(PASSWORD)
    await confirmPassword(page).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(banner(page)).toHaveText('An account with this email already exists')
    await expect(page).toHaveURL('/sign-up')
  })

  test('shows staff the organisation, and waits with the approval until the email is confirmed', async ({
    page,
    browser,
  }) => {
    const email = `olga.${randomUUID().slice(0, 8)}@example.org`
    await page.goto('/sign-up')
    await page.getByLabel('Full Name').fill('Olga Organised')
    await page.getByLabel('Organisation (optional)').fill('Plant Research Institute')
    await page.getByLabel('Email').fill(email)
    await password(page).fill(PASSWORD)
    await confirmPassword(page).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(page).toHaveURL('/verify-email')

    const staff = await browser.newPage()
    await signIn(staff, STAFF)
    await staff.goto(`/dashboard/users?search=${email}`)
    const row = staff.getByRole('row').filter({ hasText: email })
    await expect(row).toContainText('Plant Research Institute')
    await expect(row).toContainText('Email not confirmed')
    await row.getByRole('button', { name: /Review/ }).click()
    const verify = staff.getByRole('dialog', { name: 'Verify User' })
    await expect(verify).toContainText('Plant Research Institute')
    await verify.getByLabel('Status').selectOption('Approved')
    await expect(verify).toContainText('You can approve this person once they have confirmed their email address.')
    await expect(verify.getByRole('button', { name: 'Update' })).toBeDisabled()
    await verify.getByLabel('Status').selectOption('On Hold')
    await expect(verify.getByRole('button', { name: 'Update' })).toBeEnabled()
    await staff.close()
  })

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

  test('asks for the email when it is opened without one', async ({ page, seed }) => {
    const { email } = await seed.register('Mona Mislaid')
    await page.goto('/verify-email')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Email is required')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText(`Enter the 6-digit code from our email to ${email}`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Resend code' })).toBeEnabled()
  })
})

test.describe('log in', () => {
  test('stays disabled until the password has 8 characters, and can show it', async ({ page }) => {
    await page.goto('/log-in')
    await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
    await expect(page.getByText('Please login with your credentials.')).toBeVisible()
    await page.getByLabel('Email').fill('nobody')
    await password(page).fill('1234567')
    await expect(page.getByRole('button', { name: 'Log In' })).toBeDisabled()
    await password(page).press('8')
    await page.getByRole('button', { name: 'Log In' }).click()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Invalid email format')

    await expect(password(page)).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(password(page)).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Hide password' }).click()
    await expect(password(page)).toHaveAttribute('type', 'password')
  })

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

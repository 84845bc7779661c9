import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { click, fill, PASSWORD } from '#web/testing/acts.ts'
import { envelope, network } from '#web/testing/network.ts'
import { openScreen } from '#web/testing/open-screen.tsx'

const expectPath = (expected: string) => waitFor(() => expect(location.pathname).toBe(expected))

const field = (label: string) => screen.getByLabelText(label)
const send = () => click('button', 'Sign up')

/** The eye beside a password field shows and hides it, and no other. */
async function expectEye(label: string, name: string): Promise<void> {
  const password = field(label)
  expect(password).toHaveAttribute('type', 'password')
  await click('button', `Show ${name}`)
  expect(password).toHaveAttribute('type', 'text')
  await click('button', `Hide ${name}`)
  expect(password).toHaveAttribute('type', 'password')
}

test('the login links to the password reset and, in its place, to the sign-up', async () => {
  await openScreen('/log-in')
  expect(await screen.findByRole('link', { name: 'Forget Password?' })).toHaveAttribute('href', '/forgot-password')
  const entries = history.length
  await click('link', 'Sign Up')
  await expectPath('/sign-up')
  expect(await screen.findByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/log-in')
  expect(history.length).toBe(entries)
})

test('name and email are passed on from the sign-up to the code, the repeated password nowhere', async () => {
  const person = { fullName: 'Gina Goeson', email: 'gina.goeson@example.org' }
  const { promise, resolve } = Promise.withResolvers<Response>()
  network.respond('register', () => promise)
  await openScreen('/sign-up')
  fill('Full Name', person.fullName)
  fill('Email', person.email)
  fill('Password', PASSWORD)
  fill('Confirm Password', PASSWORD)
  await expectEye('Password', 'password')
  await expectEye('Confirm Password', 'confirm password')
  await click('button', 'Sign up')
  const button = screen.getByRole('button', { name: 'Sign up' })
  expect(button).toHaveAttribute('aria-busy', 'true')
  expect(button.querySelector('svg')).not.toBeNull()
  expect(network.sent('register')).toEqual([{ query: {}, body: { ...person, password: PASSWORD } }])
  resolve(envelope(200, 'Registration successful! Please verify your email.'))
  expect(await screen.findByText('Registration successful! Please verify your email.')).toBeVisible()
  await expectPath('/verify-email')

  network.reply('confirmUser', {})
  await userEvent.click((await screen.findAllByRole('textbox'))[0] as HTMLElement)
  await userEvent.keyboard('123456')
  await click('button', 'Verify Email')
  await expectPath('/log-in')
  expect(network.sent('confirmUser')).toEqual([{ query: {}, body: { ...person, confirmationCode: '123456' } }])
})

test('both steps of a forgotten password link back to the login', async () => {
  network.reply('forgotPassword', {})
  await openScreen('/forgot-password')
  await click('link', 'Back to Login')
  await expectPath('/log-in')
  await openScreen('/forgot-password')
  fill('Email', 'nobody.at.all@example.org')
  await click('button', 'Send code')
  expect(await screen.findByRole('heading', { name: 'Reset Password' })).toBeVisible()
  await waitFor(() => expect(document.title).toBe('Reset Password - Skyfurrow'))
  await userEvent.type(screen.getByLabelText('Verification Code'), '12345678')
  expect(screen.getByLabelText('Verification Code')).toHaveValue('123456')
  await expectEye('New Password', 'new password')
  await click('link', 'Back to Login')
  await expectPath('/log-in')
})

describe('the sign-up', () => {
  test('shows the error of each field below it', async () => {
    await openScreen('/sign-up')
    await send()
    expect(field('Full Name')).toHaveAccessibleDescription('Full name is required')
    expect(field('Email')).toHaveAccessibleDescription('Email is required')
    expect(field('Password')).toHaveAccessibleDescription(/Password is required$/)
    for (const [typed, message] of Object.entries({
      'Ab1!': 'Password must be at least 8 characters',
      'FURROW-2026!': 'Password must include lowercase letter',
      'furrow-2026!': 'Password must include uppercase letter',
      'Furrow-year!': 'Password must include number',
      'Furrow-2026': 'Password must include special character',
    })) {
      fill('Password', typed)
      await send()
      expect(screen.getByText(message)).toBeVisible()
    }
    for (const [typed, message] of Object.entries({
      Eva: 'Full name must be at least 4 characters',
      ['x'.repeat(101)]: 'Full name must not exceed 100 characters',
    })) {
      fill('Full Name', typed)
      await send()
      expect(field('Full Name')).toHaveAccessibleDescription(message)
    }
    fill('Email', 'eva at field.example')
    fill('Password', PASSWORD)
    fill('Confirm Password', 'Furrow-2027!')
    await send()
    expect(field('Email')).toHaveAccessibleDescription('Invalid email format')
    expect(field('Confirm Password')).toHaveAccessibleDescription('Passwords do not match')
    await userEvent.type(field('Confirm Password'), '6')
    expect(screen.queryByText('Passwords do not match')).toBeNull()

    await send()
    expect(field('Confirm Password')).toHaveAccessibleDescription('Passwords do not match')
    fill('Password', 'Meadow-2027!')
    expect(screen.getByText('Passwords do not match')).toBeVisible()
    fill('Password', 'Furrow-2027!6')
    expect(screen.queryByText('Passwords do not match')).toBeNull()
    expect(network.sent('register')).toEqual([])
  })

  test('rejects an email that has an account, in a red box', async () => {
    network.respond('register', () => envelope(409, 'An account with this email already exists'))
    await openScreen('/sign-up')
    fill('Full Name', 'Someone Else')
    fill('Email', 'KNOWN@example.org')
    fill('Password', PASSWORD)
    fill('Confirm Password', PASSWORD)
    await click('button', 'Sign up')
    const box = await screen.findByRole('alert')
    expect(box.textContent).toBe('An account with this email already exists')
    expect(box.className).toContain('danger')
    expect(location.pathname).toBe('/sign-up')
  })
})

test('the code of an email is asked for by its address where there is none', async () => {
  await openScreen('/verify-email')
  await click('button', 'Continue')
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Email is required')
  fill('Email', 'mona@example.org')
  await click('button', 'Continue')
  expect((await screen.findByText('mona@example.org')).parentElement?.textContent).toBe(
    'Enter the 6-digit code from our email to mona@example.org',
  )
  expect(screen.getByRole('button', { name: 'Resend code' })).not.toHaveAttribute('aria-disabled', 'true')
})

test('the login waits for a password of 8 characters, and can show it', async () => {
  await openScreen('/log-in')
  expect(await screen.findByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
  expect(screen.getByText('Please login with your credentials.')).toBeVisible()
  fill('Email', 'nobody')
  fill('Password', '1234567')
  expect(screen.getByRole('button', { name: 'Log In' })).toHaveAttribute('aria-disabled', 'true')
  await userEvent.type(screen.getByLabelText('Password'), '8')
  await click('button', 'Log In')
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Invalid email format')
  await expectEye('Password', 'password')
})

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { click, fill, PASSWORD } from '#web/testing/acts.ts'
import { envelope, network } from '#web/testing/network.ts'
import { openScreen } from '#web/testing/open-screen.tsx'

const expectPath = (expected: string) => waitFor(() => expect(location.pathname).toBe(expected))

/** The eye beside a password field shows and hides it, and no other. */
async function expectEye(label: string, name: string): Promise<void> {
  const field = screen.getByLabelText(label)
  expect(field).toHaveAttribute('type', 'password')
  await click('button', `Show ${name}`)
  expect(field).toHaveAttribute('type', 'text')
  await click('button', `Hide ${name}`)
  expect(field).toHaveAttribute('type', 'password')
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

import { describe, expect, it } from 'vitest'
import { ApiError, UNEXPECTED } from '#web/lib/api.ts'
import { confirmationError, logInError, registrationError, resetPasswordError, sendCodeError } from './messages.ts'

const MESSAGES = {
  login: logInError,
  registration: registrationError,
  confirmation: confirmationError,
  code: sendCodeError,
  reset: resetPasswordError,
}
const withoutMessage = (status: number) => new ApiError(status)

describe('the messages of account errors', () => {
  it('are those of the server when it sends one', () => {
    expect(logInError(new ApiError(401, 'Incorrect email or password'))).toBe('Incorrect email or password')
    expect(resetPasswordError(new ApiError(400, 'This code has expired'))).toBe('This code has expired')
  })

  it.each([
    ['registration', 400, 'Invalid registration details provided'],
    ['registration', 409, 'An account with this email already exists'],
    ['registration', 500, 'Server error occurred. Please try again later'],
    ['registration', 418, 'An error occurred during registration'],
    ['confirmation', 400, 'Invalid confirmation details provided'],
    ['confirmation', 404, 'User not found or already confirmed'],
    ['confirmation', 500, 'Server error occurred. Please try again later'],
    ['confirmation', 502, 'An error occurred during confirmation'],
    ['login', 400, 'Invalid confirmation details provided'],
    ['login', 502, 'An error occurred during confirmation'],
    ['code', 500, 'Failed to send verification code'],
    ['reset', 500, 'Failed to reset password'],
  ] as const)('a %s that the server rejects with %d and no message: %s', (what, status, message) => {
    expect(MESSAGES[what](withoutMessage(status))).toBe(message)
  })

  it('report an unexpected error when there is no response', () => {
    expect(logInError(withoutMessage(0))).toBe(UNEXPECTED)
    expect(registrationError(new TypeError('boom'))).toBe(UNEXPECTED)
  })

  it.each(['code', 'reset'] as const)('of a %s whose call itself failed: An error occurred', (what) => {
    expect(MESSAGES[what](new TypeError('boom'))).toBe('An error occurred')
  })
})

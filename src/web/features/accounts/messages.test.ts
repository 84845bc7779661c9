import { describe, expect, it } from 'vitest'
import { ApiError, UNEXPECTED } from '#web/lib/api.ts'
import { confirmationError, logInError, registrationError, resetPasswordError, sendCodeError } from './messages.ts'

const WORDS = {
  login: logInError,
  registration: registrationError,
  confirmation: confirmationError,
  code: sendCodeError,
  reset: resetPasswordError,
}
const wordless = (status: number) => new ApiError(status, UNEXPECTED)

describe('the words of account errors', () => {
  it("are the server's own when it has any", () => {
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
  ] as const)('of a %s that the server refused with %d and no word are: %s', (what, status, words) => {
    expect(WORDS[what](wordless(status))).toBe(words)
  })

  it('say that it was unexpected when no answer came', () => {
    expect(logInError(wordless(0))).toBe(UNEXPECTED)
    expect(registrationError(new TypeError('boom'))).toBe(UNEXPECTED)
    expect(sendCodeError(new TypeError('boom'))).toBe('An error occurred')
  })
})

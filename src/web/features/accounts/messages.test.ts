import { describe, expect, it } from 'vitest'
import { ApiError, UNEXPECTED } from '#web/lib/api.ts'
import { confirmationError, logInError, registrationError, resetPasswordError, sendCodeError } from './messages.ts'

const wordless = (status: number) => new ApiError(status, UNEXPECTED)

describe('the words of account errors', () => {
  it("are the server's own when it has any", () => {
    expect(logInError(new ApiError(401, 'Incorrect email or password'))).toBe('Incorrect email or password')
    expect(resetPasswordError(new ApiError(400, 'This code has expired'))).toBe('This code has expired')
  })

  it('follow the status when the server says nothing', () => {
    expect(registrationError(wordless(409))).toBe('An account with this email already exists')
    expect(registrationError(wordless(418))).toBe('An error occurred during registration')
    expect(confirmationError(wordless(404))).toBe('User not found or already confirmed')
    expect(logInError(wordless(500))).toBe('Server error occurred. Please try again later')
    expect(logInError(wordless(502))).toBe('An error occurred during confirmation')
    expect(sendCodeError(wordless(500))).toBe('Failed to send verification code')
    expect(resetPasswordError(wordless(500))).toBe('Failed to reset password')
  })

  it('say that it was unexpected when no answer came', () => {
    expect(logInError(wordless(0))).toBe(UNEXPECTED)
    expect(registrationError(new TypeError('boom'))).toBe(UNEXPECTED)
    expect(sendCodeError(new TypeError('boom'))).toBe('An error occurred')
  })
})

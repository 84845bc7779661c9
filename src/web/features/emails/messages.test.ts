import { expect, it } from 'vitest'
import { ApiError, NO_RESPONSE } from '#web/lib/api-error.ts'
import { attemptsText, emailsError } from './messages.ts'

it('says how many attempts there were, and why an email cannot be retried', () => {
  expect(attemptsText({ attempts: 1, canRetry: true })).toBe('Tried once.')
  expect(attemptsText({ attempts: 12, canRetry: true })).toBe('Tried 12 times.')
  expect(attemptsText({ attempts: 0, canRetry: false })).toMatch(/^Not sent\. Its code has expired/)
})

it('repeats the message of the server', () => {
  expect(emailsError(new ApiError(404, 'Email not found'))).toEqual(['Email not found'])
  expect(emailsError(new ApiError(0))).toEqual([NO_RESPONSE])
})

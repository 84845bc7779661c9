import { expect, it } from 'vitest'
import { ApiError } from '#web/lib/api-error.ts'
import { attemptsText, emailsError } from './messages.ts'

it('says how many attempts there were, and why an email cannot be retried', () => {
  expect(attemptsText({ tries: 1, mayRetry: true })).toBe('Tried once.')
  expect(attemptsText({ tries: 12, mayRetry: true })).toBe('Tried 12 times.')
  expect(attemptsText({ tries: 0, mayRetry: false })).toMatch(/^Not tried\. Its code is no longer good/)
})

it('repeats the message of the server', () => {
  expect(emailsError(new ApiError(404, 'Letter not found'))).toEqual(['Letter not found'])
  expect(emailsError(new ApiError(0, ''))).toEqual(['No answer came from the server.'])
})

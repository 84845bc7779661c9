import { expect, it } from 'vitest'
import { ApiError } from '#web/lib/api-error.ts'
import { attemptsText, emailsError } from './messages.ts'

it('says how often a letter was tried, and why it can not be sent again', () => {
  expect(attemptsText({ tries: 1, mayRetry: true })).toBe('Tried once.')
  expect(attemptsText({ tries: 12, mayRetry: true })).toBe('Tried 12 times.')
  expect(attemptsText({ tries: 0, mayRetry: false })).toMatch(/^Not tried\. Its code is no longer good/)
})

it('repeats the words of the server', () => {
  expect(emailsError(new ApiError(404, 'Letter not found'))).toEqual(['Letter not found'])
  expect(emailsError(new ApiError(0, ''))).toEqual(['No answer came from the server.'])
})

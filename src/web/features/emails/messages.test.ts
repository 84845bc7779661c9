import { expect, it } from 'vitest'
import { attemptsText } from './messages.ts'

it('says how many attempts there were, and why an email cannot be retried', () => {
  expect(attemptsText({ attempts: 1, canRetry: true })).toBe('Tried once.')
  expect(attemptsText({ attempts: 12, canRetry: true })).toBe('Tried 12 times.')
  expect(attemptsText({ attempts: 0, canRetry: false })).toMatch(/^Not sent\. Its code has expired/)
})

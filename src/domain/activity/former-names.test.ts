import { expect, it } from 'vitest'
import { changesBetween, changeText } from './changes.ts'
import { sentenceText } from './sentences.ts'

const told = (action: string, actor: { fullName: string } | null = { fullName: 'Sam Furrow' }) =>
  sentenceText({ action, actor, subject: 'user:u1', about: 'Ada Meyer', before: null, after: null })

it('what earlier versions wrote under other names reads as what is written now', () => {
  expect(told('letter.retried')).toBe('Sam Furrow resent an email to Ada Meyer')
  expect(told('upload.abandoned')).toBe('Sam Furrow cancelled an upload to Ada Meyer')
  expect(told('upload.abandoned', null)).toBe('An upload to Ada Meyer expired and was removed')
  expect(told('account.login-paused')).toBe('Too many wrong passwords for Ada Meyer: logins are locked for a while')
  expect(told('account.codes-paused')).toBe(told('account.codes-locked'))
  expect(told('account.search-suspected')).toBe(told('account.enumeration-suspected'))
  expect(changesBetween(null, { letter: 'Your report' }).map(changeText)).toEqual(['Email: Your report'])
})

import { expect, test } from 'vitest'
import {
  cleanProjectTypes,
  isDecision,
  looksLikeEmail,
  projectTypeLabel,
  USER_STATUS_NUMBERS,
  USER_STATUSES,
  userStatusFromNumber,
  userStatusFromText,
  userStatusToText,
} from './users.ts'

test('the numbers of the statuses are those of the specification', () => {
  expect(USER_STATUS_NUMBERS).toEqual({ PENDING: 0, APPROVED: 1, REJECTED: 2, ON_HOLD: 3 })
})

test.each([
  ['PENDING', 'PENDING'],
  ['APPROVED', 'APPROVED'],
  ['REJECTED', 'REJECTED'],
  ['CANCELLED', 'ON_HOLD'],
] as const)('the text %s means %s, both ways', (text, status) => {
  expect(userStatusFromText(text)).toBe(status)
  expect(userStatusToText(status)).toBe(text)
})

test.each(['ON_HOLD', 'approved', 'Approved', '', '1', 'toString', '__proto__'])('the text %j is an error', (text) => {
  expect(() => userStatusFromText(text)).toThrow(`Unknown user status: ${text}`)
})

test('every number leads back to its status, any other is an error', () => {
  for (const status of USER_STATUSES) expect(userStatusFromNumber(USER_STATUS_NUMBERS[status])).toBe(status)
  expect(() => userStatusFromNumber(4 as 3)).toThrow('Unknown user status: 4')
})

test('every status but pending is a decision', () => {
  expect(USER_STATUSES.filter(isDecision)).toEqual(['APPROVED', 'REJECTED', 'ON_HOLD'])
})

test.each([
  [[], []],
  [['', '  ', '\t'], []],
  [
    [' Soybean_Trial ', 'Maize', 'Soybean_Trial'],
    ['Soybean_Trial', 'Maize'],
  ],
  [
    ['b', 'a', 'b'],
    ['b', 'a'],
  ],
  // The same word in composed and decomposed form.
  [['Ma\u00efs', 'Mai\u0308s'], ['Ma\u00efs']],
  [
    ['../x', '🌾'],
    ['../x', '🌾'],
  ],
])('project types %j are stored as %j', (given, kept) => {
  expect(cleanProjectTypes(given)).toEqual(kept)
})

test('every underscore of a project type is shown as a space', () => {
  expect(projectTypeLabel('Soybean_Yield_Trial')).toBe('Soybean Yield Trial')
})

test.each([
  ['ann@example.org', true],
  [' ann@example.org ', true],
  ['Ann Bee', false],
  ['ann@example', false],
  ['ann @example.org', false],
])('a search for %j is a search for an email: %s', (text, isEmail) => {
  expect(looksLikeEmail(text)).toBe(isEmail)
})

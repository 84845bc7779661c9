import { describe, expect, test } from 'vitest'
import {
  checkConfirmationCode,
  checkEmail,
  checkFullName,
  checkLoginPassword,
  checkNewPassword,
  checkOrganisation,
  checkResetCode,
  normalizeEmail,
} from './accounts.ts'

const holds = undefined

describe('email', () => {
  test.each([
    ['', 'Email is required'],
    ['   ', 'Email is required'],
    ['ann', 'Invalid email format'],
    ['ann@', 'Invalid email format'],
    ['@example.org', 'Invalid email format'],
    ['ann@example', 'Invalid email format'],
    ['ann@@example.org', 'Invalid email format'],
    ['ann@bee@example.org', 'Invalid email format'],
    ['ann bee@example.org', 'Invalid email format'],
    ['ann@example.org.', 'Invalid email format'],
    ['ann@.example.org', 'Invalid email format'],
    ['ann@example..org', 'Invalid email format'],
    ['ann@example.org\r\nBcc: eve@example.org', 'Invalid email format'],
    ['ann\0@example.org', 'Invalid email format'],
    [`${'a'.repeat(65)}@example.org`, 'Invalid email format'],
    [`ann@${'b'.repeat(250)}.org`, 'Invalid email format'],
    ['ann@example.org', holds],
    ['  Ann@Example.org ', holds],
    ["ann.o'hara+trial_2-a@sub.example.co.uk", holds],
    ['ann@bücher.example', holds],
    ['用户@例子.广告', holds],
  ])('%j: %s', (value, message) => {
    expect(checkEmail(value)).toBe(message)
  })

  // A mail program would read these as several addresses, a name, a comment or a group.
  test.each([
    'eve,ann@example.org',
    'eve<ann@example.org',
    'ann@example.org>',
    '(eve)ann@example.org',
    'g:ann@example.org;',
  ])('%j has characters of email headers and is rejected', (value) => {
    expect(checkEmail(value)).toBe('Invalid email format')
  })

  const HIDDEN = [
    '\u200B',
    '\u200C',
    '\u200D',
    '\u200E',
    '\u202E',
    '\u2066',
    '\u2069',
    '\u00AD',
    '\u061C',
    '\u2060',
    '\u3164',
    '\u0085',
    '\u0600',
    '\u{E0041}',
    '\u{FE0F}',
    '\u2800',
  ]
  test.each(HIDDEN)('an address with the invisible character %j is rejected', (character) => {
    for (const email of [`an${character}n@example.org`, `ann@exa${character}mple.org`, `ann${character}@example.org`])
      expect(checkEmail(email)).toBe('Invalid email format')
  })

  test('is stored trimmed and in lower case', () => {
    expect(normalizeEmail('  Ann@Example.ORG\t')).toBe('ann@example.org')
  })

  test('a hundred thousand characters are checked without delay', () => {
    for (const text of ['a'.repeat(100_000), `a@${'b.'.repeat(50_000)}`, '@'.repeat(100_000)])
      expect(checkEmail(text)).toBe('Invalid email format')
  })
})

describe('new password', () => {
  const unicode = 'Ähren-Feld-ß-8!'
  test.each([
    ['', 'Password is required'],
    ['Aa1!', 'Password must be at least 8 characters'],
    ['Aa1!567', 'Password must be at least 8 characters'],
    ['AAAA111!', 'Password must include lowercase letter'],
    ['aaaa111!', 'Password must include uppercase letter'],
    ['AAAAaaa!', 'Password must include number'],
    ['AAAAaaa1', 'Password must include special character'],
    ['AAAAaaa1#', 'Password must include special character'],
    ['Aa1!5678', holds],
    ['   Aa1! ', holds],
    [`Aa1!${'x'.repeat(124)}`, holds],
    [`Aa1!${'🌾'.repeat(124)}`, holds],
    [`Aa1!${'x'.repeat(125)}`, 'Password must not exceed 128 characters'],
    [`Aa1!${'x'.repeat(100_000)}`, 'Password must not exceed 128 characters'],
    [unicode, holds],
  ])('%#: %s', (value, message) => {
    expect(checkNewPassword(value)).toBe(message)
  })

  test.each([...'@$!%*?&'])('%s is a special character', (character) => {
    expect(checkNewPassword(`AAAAaaa1${character}`)).toBe(holds)
  })
})

test.each([
  ['', 'Password must be at least 8 characters'],
  ['1234567', 'Password must be at least 8 characters'],
  ['12345678', holds],
  ['x'.repeat(100_000), 'Password must not exceed 128 characters'],
])('the login checks only the length of the password: %#', (value, message) => {
  expect(checkLoginPassword(value)).toBe(message)
})

test.each([
  ['', 'Full name is required'],
  ['    ', 'Full name is required'],
  ['Ann', 'Full name must be at least 4 characters'],
  ['   Ann   ', 'Full name must be at least 4 characters'],
  ['🌾🌾🌾', 'Full name must be at least 4 characters'],
  ['Anna', holds],
  ['   Anna   ', holds],
  ['王小明明', holds],
  ['🌾🌽🥔🍅', holds],
  ['مريم علي', holds],
  ["<script>alert('x')</script>", holds],
  ['{{7*7}}', holds],
  ['x'.repeat(100), holds],
  ['🌾'.repeat(100), holds],
  ['x'.repeat(101), 'Full name must not exceed 100 characters'],
  ['Ann\0Bee', 'Full name must not contain line breaks or control characters'],
  ['Ann\r\nBcc: eve@example.org', 'Full name must not contain line breaks or control characters'],
  ['Ann \ud800 Bee', 'Full name must not contain line breaks or control characters'],
  ['Ann\u202E Lee', 'Full name must not contain invisible characters'],
  ['Ann\u200B Lee', 'Full name must not contain invisible characters'],
  ['Ann\u200D Lee', 'Full name must not contain invisible characters'],
  ['\u2067Ann Lee', 'Full name must not contain invisible characters'],
  ['Ann\u00AD Lee', 'Full name must not contain invisible characters'],
  ['Ann Lee\u0085x', 'Full name must not contain invisible characters'],
  ['Ann\u{E0041} Lee', 'Full name must not contain invisible characters'],
  ['نرگس می\u200Cخواهد', holds],
  ['ශ්\u200Dරී ලංකා', holds],
  ['דנה לוי', holds],
])('full name %j: %s', (value, message) => {
  expect(checkFullName(value)).toBe(message)
})

test.each([
  ['', holds],
  ['  Plant Research Institute ', holds],
  ['x'.repeat(200), holds],
  ['x'.repeat(201), 'Organisation must not exceed 200 characters'],
  ['x\n\nOpen the user:\nhttps://evil.example', 'Organisation must not contain line breaks or control characters'],
  ['Plant\u200BLab', 'Organisation must not contain invisible characters'],
])('organisation %j: %s', (value, message) => {
  expect(checkOrganisation(value)).toBe(message)
})

const SIX = 'Confirmation code must be 6 characters long.'
test.each([
  ['', SIX],
  ['12345', SIX],
  ['1234567', SIX],
  ['12 456', SIX],
  ['12345a', SIX],
  ['１２３４５６', SIX],
  ['012345', holds],
])('confirmation code %j: %s', (value, message) => {
  expect(checkConfirmationCode(value)).toBe(message)
})

test.each([
  ['', 'Verification code is required'],
  ['12345', 'Verification code must be 6 digits'],
  ['1234567', 'Verification code must be 6 digits'],
  ['12345a', 'Verification code must contain only numbers'],
  ['12345６', 'Verification code must contain only numbers'],
  ['012345', holds],
])('verification code %j: %s', (value, message) => {
  expect(checkResetCode(value)).toBe(message)
})

import { expect, test } from 'vitest'
import {
  checkFactorCode,
  checkTotpCode,
  dueOf,
  RECOVERY_ALPHABET,
  readFactorCode,
  showRecoveryCode,
} from './second-factor.ts'

test.each([
  ['123456', { kind: 'totp', code: '123456' }],
  [' 123 456 ', { kind: 'totp', code: '123456' }],
  ['abcde-fghjk', { kind: 'recovery', code: 'abcdefghjk' }],
  ['ABCDE FGHJK', { kind: 'recovery', code: 'abcdefghjk' }],
  ['12345', undefined],
  ['1234567', undefined],
  ['abcde-fghij', undefined],
  ['abcde-fghj1', undefined],
  ['', undefined],
])('%s is read as it was meant', (typed, meant) => {
  expect(readFactorCode(typed)).toEqual(meant)
  expect(checkFactorCode(typed) === undefined).toBe(meant !== undefined)
  expect(checkTotpCode(typed) === undefined).toBe(meant?.kind === 'totp')
})

test('a recovery code is shown in two halves, of characters that nobody mistakes', () => {
  expect(showRecoveryCode('abcdefghjk')).toBe('abcde-fghjk')
  expect(new Set(RECOVERY_ALPHABET).size).toBe(32)
  expect(RECOVERY_ALPHABET).not.toMatch(/[01il]/)
})

test.each([
  [{ role: 'ADMIN', mustChangePassword: true, hasSecondFactor: false }, 'required', 'NEW_PASSWORD'],
  [{ role: 'ADMIN', mustChangePassword: false, hasSecondFactor: false }, 'required', 'SECOND_FACTOR'],
  [{ role: 'ADMIN', mustChangePassword: false, hasSecondFactor: true }, 'required', undefined],
  [{ role: 'ADMIN', mustChangePassword: false, hasSecondFactor: false }, 'optional', undefined],
  [{ role: 'USER', mustChangePassword: false, hasSecondFactor: false }, 'required', undefined],
  [{ role: 'USER', mustChangePassword: true, hasSecondFactor: false }, 'optional', 'NEW_PASSWORD'],
] as const)('%o where it is %s: %s', (person, rule, due) => {
  expect(dueOf(person, rule)).toBe(due)
})

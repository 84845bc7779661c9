import { expect, test } from 'vitest'
import {
  checkSecondFactorCode,
  checkTotpCode,
  formatRecoveryCode,
  parseSecondFactorCode,
  RECOVERY_ALPHABET,
  requiredActionOf,
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
])('%s is parsed', (typed, expected) => {
  expect(parseSecondFactorCode(typed)).toEqual(expected)
  expect(checkSecondFactorCode(typed) === undefined).toBe(expected !== undefined)
  expect(checkTotpCode(typed) === undefined).toBe(expected?.kind === 'totp')
})

test('a recovery code is formatted in two halves, of characters that are not easily confused', () => {
  expect(formatRecoveryCode('abcdefghjk')).toBe('abcde-fghjk')
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
] as const)('%o where it is %s: %s', (person, rule, requiredAction) => {
  expect(requiredActionOf(person, rule)).toBe(requiredAction)
})

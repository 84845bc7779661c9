import { expect, test } from 'vitest'
import { checkNewPassword } from '#domain/accounts.ts'
import { COMMON_RUNS, COMMON_WORDS } from './common-words.ts'
import { isCommon, rejectWeakPassword } from './weak-passwords.ts'

const rejection = (password: string, own = {}) => {
  try {
    rejectWeakPassword(password, { field: 'password', own })
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

test.each([
  'Password1!',
  'P@ssw0rd',
  'P@$$w0rd1',
  'Pa$$w0rd2026!',
  'Passw0rd!',
  'Welcome@123',
  'W3lcome!',
  'Adm1n@2026',
  'Admin123!',
  'Qwerty123!',
  'Qwertyuiop1!',
  '1qaz@WSX',
  '!QAZ2wsx',
  'Zaq12wsx!',
  'Abc@12345',
  'Abcd1234!',
  'Aa123456!',
  'Aaaaaaa1!',
  'Summer2026!',
  'Winter!2025',
  'Iloveyou1!',
  'L1verpool!',
  'LetMeIn123!',
  'Drag0n!99',
  'M0nster2026!',
  'Gateway!1',
  'Passwort1!',
  'Trustno1!',
  'Contrasena1!',
  'Test@1234',
  'AdminAdmin1!',
  'Dcba4321!',
])('%s satisfies the rules and is rejected', (password) => {
  expect(checkNewPassword(password)).toBeUndefined()
  expect(rejection(password)).toBe(
    'This password is too common: a common word or a row of keys with little added is guessed first. Choose another one.',
  )
})

test.each([
  'Furrow-2026!',
  'Meadow-2027!',
  'Tr7$kLmq9w',
  'correct Horse 4 battery!',
  'Summer rain on the 3rd roof!',
  'Über-allen-9-Gipfeln!',
])('%s is accepted', (password) => {
  expect(rejection(password, { email: 'ann@example.org', fullName: 'Ann Meyer' })).toBeUndefined()
})

const OWN = 'The password must not be made of your name, your email or the name of this product.'
const ann = { email: 'ann.bauer84@greenvalley.example', fullName: 'Annegret Bäuerle' }

test.each([
  'Ann.Bauer84!',
  'Bauer84-2026!',
  'Annegret!1',
  'GreenValley1!',
  'Skyfurrow1!',
  '5kyfurr0w!A',
  'B@uer2026!A',
])('%s is made of own words', (password) => {
  expect(rejection(password, ann)).toBe(OWN)
})

test('an own word is allowed in a password that is long enough without it', () => {
  expect(rejection('Bauer84 sows 9 rows of oats!', ann)).toBeUndefined()
})

test.each([
  `Ab1!${'🌾'.repeat(124)}`,
  'Password1!🌾🌽🚜🌻🍅🥕🌱🐝',
  'Password1! 7$ 9& 3% 5@',
  'Qwerty1! 8? 4* 2% 6&',
  '1qaz@WSX—…·«»¿¡§',
])('%s has enough characters besides a common word', (password) => {
  expect(checkNewPassword(password)).toBeUndefined()
  expect(rejection(password)).toBeUndefined()
})

test.each([
  'Password12345678!',
  'Password1!!!!!!!!!!!!',
  'Welcome987654321$$$$',
  'Ab1!🌾🌾🌾🌾',
  '1qaz@WSX!!!!!!!!!!!!!!!!',
])('%s has only common suffixes', (password) => {
  expect(checkNewPassword(password)).toBeUndefined()
  expect(rejection(password)).toBe(
    'This password is too common: a common word or a row of keys with little added is guessed first. Choose another one.',
  )
})

test('own words are removed, and every other character counts', () => {
  expect(rejection(`Bauer84A!${'🌾'.repeat(5)}`, ann)).toBe(OWN)
  expect(rejection(`Bauer84A!${'🌾'.repeat(6)}`, ann)).toBeUndefined()
})

test('a long text is checked quickly', () => {
  expect(isCommon(`A1!${'a!1'.repeat(40)}`)).toBe(false)
  expect(isCommon(`A${'1'.repeat(126)}!`)).toBe(true)
  expect(rejection('$1!@'.repeat(32))).toBeUndefined()
})

test('the list contains what its comment says', () => {
  expect(COMMON_RUNS.size).toBeGreaterThan(3000)
  expect(COMMON_WORDS.size).toBeGreaterThan(2500)
})

import type { Role } from './accounts.ts'
import { minutes } from './units.ts'

/** RFC 6238 as every authenticator app takes it for granted. */
export const TOTP_DIGITS = 6
export const TOTP_STEP_SECONDS = 30
/** Clocks of telephones are seldom further off; a code is good for a minute and a half. */
export const TOTP_STEPS_AROUND = 1
/** How long a key that was shown waits for its first code. */
export const FACTOR_START_LIFE_MS = minutes(30)

export const RECOVERY_CODES = 10
/** Neither 0 and 1 nor i and l, which are read for one another. */
export const RECOVERY_ALPHABET = '23456789abcdefghjkmnopqrstuvwxyz'
const RECOVERY_HALF = 5
export const RECOVERY_CHARACTERS = 2 * RECOVERY_HALF

/** As it is shown and kept on paper: 'abcde-fghjk'. */
export const showRecoveryCode = (code: string): string => `${code.slice(0, RECOVERY_HALF)}-${code.slice(RECOVERY_HALF)}`

/** With room for spaces. */
const FACTOR_CODE_MAX = 32

export type FactorCode = { kind: 'totp' | 'recovery'; code: string }

const IS_TOTP = /^[0-9]{6}$/
/** Letters and digits of RECOVERY_ALPHABET. */
const IS_RECOVERY = /^[2-9a-hjkm-z]{10}$/
/** How codes are written, for those who send one. */
export const TOTP_PATTERN = IS_TOTP.source
export const FACTOR_CODE_PATTERN = /^([0-9]{6}|[2-9a-hjkm-z]{5}-[2-9a-hjkm-z]{5})$/.source

/** What was typed, however it was spaced; undefined when it can be neither kind of code. */
export function readFactorCode(typed: string): FactorCode | undefined {
  if (typed.length > FACTOR_CODE_MAX) return undefined
  const code = typed.replace(/[ -]/g, '').toLowerCase()
  if (IS_TOTP.test(code)) return { kind: 'totp', code }
  return IS_RECOVERY.test(code) ? { kind: 'recovery', code } : undefined
}

export const checkFactorCode = (value: string): string | undefined =>
  readFactorCode(value) ? undefined : 'Enter the 6 digits that your authenticator app shows, or a recovery code'

export const checkTotpCode = (value: string): string | undefined =>
  readFactorCode(value)?.kind === 'totp' ? undefined : 'Enter the 6 digits that your authenticator app shows'

/** What a person has to do before anything else. */
export const DUES = ['NEW_PASSWORD', 'SECOND_FACTOR'] as const
export type Due = (typeof DUES)[number]

/** Whether staff must have a second factor. */
export const STAFF_RULES = ['optional', 'required'] as const
export type StaffRule = (typeof STAFF_RULES)[number]

type Standing = { role: Role; mustChangePassword: boolean; hasSecondFactor: boolean }

export function dueOf(person: Standing, staffRule: StaffRule): Due | undefined {
  if (person.mustChangePassword) return 'NEW_PASSWORD'
  const lacksFactor = person.role === 'ADMIN' && staffRule === 'required' && !person.hasSecondFactor
  return lacksFactor ? 'SECOND_FACTOR' : undefined
}

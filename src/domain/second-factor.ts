import type { Role } from './accounts.ts'
import { minutes } from './units.ts'

/** The parameters of RFC 6238 that authenticator apps use by default. */
export const TOTP_DIGITS = 6
export const TOTP_STEP_SECONDS = 30
/** Tolerates a clock difference of one step, so a code is valid for 90 seconds. */
export const TOTP_WINDOW_STEPS = 1
/** How long an enrollment waits for its first code. */
export const ENROLLMENT_TTL_MS = minutes(30)

export const RECOVERY_CODES = 10
/** Without 0, 1, i and l, which are easily confused. */
export const RECOVERY_ALPHABET = '23456789abcdefghjkmnopqrstuvwxyz'
const RECOVERY_HALF = 5
export const RECOVERY_CHARACTERS = 2 * RECOVERY_HALF

/** Formats a code as 'abcde-fghjk'. */
export const formatRecoveryCode = (code: string): string =>
  `${code.slice(0, RECOVERY_HALF)}-${code.slice(RECOVERY_HALF)}`

/** Allows for spaces. */
const SECOND_FACTOR_CODE_MAX = 32

export type SecondFactorCode = { kind: 'totp' | 'recovery'; code: string }

const TOTP_REGEX = /^[0-9]{6}$/
/** The characters of RECOVERY_ALPHABET. */
const RECOVERY_REGEX = /^[2-9a-hjkm-z]{10}$/
/** Patterns for the API document. */
export const TOTP_PATTERN = TOTP_REGEX.source
export const SECOND_FACTOR_CODE_PATTERN = /^([0-9]{6}|[2-9a-hjkm-z]{5}-[2-9a-hjkm-z]{5})$/.source

/** Parses a code with any spacing; undefined if it is neither kind of code. */
export function parseSecondFactorCode(typed: string): SecondFactorCode | undefined {
  if (typed.length > SECOND_FACTOR_CODE_MAX) return undefined
  const code = typed.replace(/[ -]/g, '').toLowerCase()
  if (TOTP_REGEX.test(code)) return { kind: 'totp', code }
  return RECOVERY_REGEX.test(code) ? { kind: 'recovery', code } : undefined
}

export const checkSecondFactorCode = (value: string): string | undefined =>
  parseSecondFactorCode(value) ? undefined : 'Enter the 6 digits from your authenticator app, or a recovery code'

export const checkTotpCode = (value: string): string | undefined =>
  parseSecondFactorCode(value)?.kind === 'totp' ? undefined : 'Enter the 6 digits from your authenticator app'

/** What a person has to do before they can work. */
export const REQUIRED_ACTIONS = ['NEW_PASSWORD', 'SECOND_FACTOR'] as const
export type RequiredAction = (typeof REQUIRED_ACTIONS)[number]

/** Whether staff need a second factor. */
export const STAFF_SECOND_FACTOR_POLICIES = ['optional', 'required'] as const
export type SecondFactorPolicy = (typeof STAFF_SECOND_FACTOR_POLICIES)[number]

type Account = { role: Role; mustChangePassword: boolean; hasSecondFactor: boolean }

export function requiredActionOf(account: Account, staffPolicy: SecondFactorPolicy): RequiredAction | undefined {
  if (account.mustChangePassword) return 'NEW_PASSWORD'
  const lacksSecondFactor = account.role === 'ADMIN' && staffPolicy === 'required' && !account.hasSecondFactor
  return lacksSecondFactor ? 'SECOND_FACTOR' : undefined
}

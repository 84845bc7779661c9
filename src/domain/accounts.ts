import { hasHiddenCharacter } from './display-names.ts'
import { days, hours, minutes } from './units.ts'

export const ROLES = ['ADMIN', 'USER'] as const
export type Role = (typeof ROLES)[number]

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
export const PASSWORD_SPECIALS = '@$!%*?&'
export const FULL_NAME_MIN = 4
export const ORGANISATION_MAX = 200
export const FULL_NAME_MAX = 100
export const CODE_DIGITS = 6
export const EMAIL_MAX = 254

export const CODE_TTL_MS = minutes(10)
export const CODE_ATTEMPTS_MAX = 5
/**
 * An address gets at most one code of a purpose a minute, five an hour and ten a day. With five tries each, that is at most fifty
 * guesses a day for each purpose; only one purpose applies to an account: to confirm it, or, once confirmed, to reset its password.
 */
export const CODE_RATE_LIMITS = [
  { max: 1, windowSeconds: 60 },
  { max: 5, windowSeconds: 3600 },
  { max: 10, windowSeconds: 86_400 },
] as const

/** The absolute lifetime of a session. */
const SESSION_TTL_MS = days(30)
/** How long a session may be unused. */
const IDLE_TIMEOUT_MS = { ADMIN: hours(12), USER: hours(24) } satisfies Record<Role, number>

export const sessionEndsAt = ({ role, createdAt, usedAt }: { role: Role; createdAt: Date; usedAt: Date }): Date =>
  new Date(Math.min(createdAt.getTime() + SESSION_TTL_MS, usedAt.getTime() + IDLE_TIMEOUT_MS[role]))

export type CodePurpose = 'CONFIRM' | 'RESET'

/** Returns undefined for a valid value, otherwise the exact message of spec sections 5 and 8. */
type Check = (value: string) => string | undefined

/** The form in which an email address is stored and compared. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase()

/** Counts code points, not UTF-16 units. */
export const countCharacters = (text: string): number => [...text].length

/** Characters with a meaning in email headers: several addresses, names or comments (RFC 5322). */
const EMAIL_HEADER_CHARACTERS = /[()<>[\]\\,;:"]/

/** Invisible characters and those that change the text direction: addresses that look alike must be equal. */
const HIDDEN_CHARACTERS = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u

export const checkEmail: Check = (value) => {
  const email = value.trim()
  if (email === '') return 'Email is required'
  const isAddress = /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/u.test(email) && !EMAIL_HEADER_CHARACTERS.test(email)
  if (email.length > EMAIL_MAX || !isAddress || HIDDEN_CHARACTERS.test(email)) return 'Invalid email format'
  return undefined
}

/** The login form checks only the length. */
export const checkLoginPassword: Check = (value) => {
  if (countCharacters(value) < PASSWORD_MIN) return 'Password must be at least 8 characters'
  return countCharacters(value) > PASSWORD_MAX ? 'Password must not exceed 128 characters' : undefined
}

export const checkNewPassword: Check = (value) => {
  if (value === '') return 'Password is required'
  if (countCharacters(value) < PASSWORD_MIN) return 'Password must be at least 8 characters'
  if (countCharacters(value) > PASSWORD_MAX) return 'Password must not exceed 128 characters'
  if (!/[a-z]/.test(value)) return 'Password must include lowercase letter'
  if (!/[A-Z]/.test(value)) return 'Password must include uppercase letter'
  if (!/[0-9]/.test(value)) return 'Password must include number'
  if (!/[@$!%*?&]/.test(value)) return 'Password must include special character'
  return undefined
}

export const checkFullName: Check = (value) => {
  const name = value.trim()
  if (name === '') return 'Full name is required'
  if (hasControlCharacter(name)) return 'Full name must not contain line breaks or control characters'
  if (hasHiddenCharacter(name)) return 'Full name must not contain invisible characters'
  if (countCharacters(name) < FULL_NAME_MIN) return 'Full name must be at least 4 characters'
  if (countCharacters(name) > FULL_NAME_MAX) return 'Full name must not exceed 100 characters'
  return undefined
}

/** It stands in an email to staff, so it is one line. */
export const checkOrganisation: Check = (value) => {
  const name = value.trim()
  if (hasControlCharacter(name)) return 'Organisation must not contain line breaks or control characters'
  if (hasHiddenCharacter(name)) return 'Organisation must not contain invisible characters'
  if (countCharacters(name) > ORGANISATION_MAX) return `Organisation must not exceed ${ORGANISATION_MAX} characters`
  return undefined
}

export const checkConfirmationCode: Check = (value) =>
  /^[0-9]{6}$/.test(value) ? undefined : 'Confirmation code must be 6 characters long.'

export const checkResetCode: Check = (value) => {
  if (value === '') return 'Verification code is required'
  if (!/^[0-9]*$/.test(value)) return 'Verification code must contain only numbers'
  return value.length === CODE_DIGITS ? undefined : 'Verification code must be 6 digits'
}

export const PASSWORDS_DIFFER = 'Passwords do not match'

/** Control characters and lone surrogates cannot be stored, displayed or put into an email header. */
export const hasControlCharacter = (text: string): boolean =>
  !text.isWellFormed() || [...text].some((character) => character < ' ' || character === '\u007f')

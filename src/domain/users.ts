import { displayName } from './display-names.ts'

/** The account statuses, with their numbers of spec section 4. */
export const USER_STATUS_NUMBERS = { PENDING: 0, APPROVED: 1, REJECTED: 2, ON_HOLD: 3 } as const
export type UserStatus = keyof typeof USER_STATUS_NUMBERS
export type UserStatusNumber = (typeof USER_STATUS_NUMBERS)[UserStatus]
export const USER_STATUSES = Object.keys(USER_STATUS_NUMBERS) as UserStatus[]

export const USER_STATUS_LABELS = {
  PENDING: 'Pending',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  ON_HOLD: 'On Hold',
} satisfies Record<UserStatus, string>

/** On the wire ON_HOLD is CANCELLED (spec section 4). */
export const USER_STATUS_TEXTS = ['PENDING', 'APPROVED', 'REJECTED', 'CANCELLED'] as const
export type UserStatusText = (typeof USER_STATUS_TEXTS)[number]

export const isUserStatusText = (text: string): text is UserStatusText =>
  USER_STATUS_TEXTS.some((known) => known === text)

export const userStatusToText = (status: UserStatus): UserStatusText => (status === 'ON_HOLD' ? 'CANCELLED' : status)

/** @throws Error for a text that is not in USER_STATUS_TEXTS. */
export function userStatusFromText(text: string): UserStatus {
  if (!isUserStatusText(text)) throw new Error(`Unknown user status: ${text}`)
  return text === 'CANCELLED' ? 'ON_HOLD' : text
}

export function userStatusFromNumber(number: UserStatusNumber): UserStatus {
  const status = USER_STATUSES.find((name) => USER_STATUS_NUMBERS[name] === number)
  if (!status) throw new Error(`Unknown user status: ${number}`)
  return status
}

/** A status that staff may set: a user is never set back to pending. */
export const isDecision = (status: UserStatus): boolean => status !== 'PENDING'

export const PROJECT_TYPES_MAX = 50
export const PROJECT_TYPE_MAX = 100
/** The maximum number of suggested project names. */
export const PROJECT_NAMES_MAX = 50
export const STAFF_MESSAGE_MAX = 2000

/**
 * A message of staff belongs to the status it was sent with: another status without one has none. For the same status an
 * omitted message stays, and an empty one removes it.
 */
export const messageAfter = (
  before: { status: string; message: string | null },
  { status, message }: { status: string; message: string | undefined },
): string | null => (message === undefined && before.status === status ? before.message : message?.trim() || null)

/** Trims project types, and removes blanks and duplicates. The order is kept. */
export const cleanProjectTypes = (projectTypes: readonly string[]): string[] => [
  ...new Set(projectTypes.map((name) => name.trim().normalize('NFC')).filter((name) => name !== '')),
]

/** The display name: underscores become spaces, hidden characters are shown. */
export const projectTypeLabel = (projectType: string): string => displayName(projectType.replaceAll('_', ' '))

/** Whether a search is for an email address, otherwise for a name (spec section 5). */
export function looksLikeEmail(text: string): boolean {
  const [name = '', host = '', ...rest] = text.trim().split('@')
  const hasInnerDot = host.slice(1, -1).includes('.')
  return name !== '' && hasInnerDot && rest.length === 0 && !/\s/.test(name + host)
}

import { days } from './units.ts'

/** What people may do in an account, the most first: each role may do all that those after it may. */
export const ACCOUNT_ROLES = ['owner', 'editor', 'viewer'] as const
export type AccountRole = (typeof ACCOUNT_ROLES)[number]

/** Of an account in the trial of another one. */
export const SHARE_ROLES = ['editor', 'viewer'] as const
export type ShareRole = (typeof SHARE_ROLES)[number]

export const isAtLeast = (role: AccountRole, least: AccountRole): boolean =>
  ACCOUNT_ROLES.indexOf(role) <= ACCOUNT_ROLES.indexOf(least)

/** As in 'as an editor'. */
export const asRole = (role: string): string => (role === 'viewer' ? 'a viewer' : `an ${role}`)

export const NO_ACCOUNT = 'You belong to no account at the moment. Open an invitation, or write to us.'
export const ONLY_OWNERS = 'Only owners of this account may do this'

export const INVITATION_TTL_MS = days(7)
/** Members and invitations of an account together. */
export const PEOPLE_MAX = 100
/** Accounts that a person belongs to. */
export const ACCOUNTS_MAX = 50
/** Accounts that a trial is shared with or offered to. */
export const SHARES_MAX = 50

import { hours, minutes, seconds } from './units.ts'

/** At most `max` acts in `perSeconds`. */
export type Limit = { max: number; perSeconds: number }

type CallLimit = {
  /** Of one address (of IPv6: of its /64), whoever calls from there. */
  address: Limit
  /** Of one account, wherever it calls from; only where the call itself tells the account. */
  account?: Limit
  /** When the counts can't be read, calls go on, but not those that guess. */
  uncounted: 'let-in' | 'refuse'
}

/** How often a call may be made; every endpoint names one of these. What a call counts beside it, its use case knows. */
export const CALL_LIMITS = {
  login: { address: { max: 50, perSeconds: 900 }, uncounted: 'refuse' },
  'code-check': { address: { max: 30, perSeconds: 900 }, uncounted: 'refuse' },
  // Far above what it mails: beyond CODE_SENDS_OF_ADDRESS it goes on answering and sends nothing.
  'code-send': { address: { max: 120, perSeconds: 60 }, uncounted: 'let-in' },
  register: { address: { max: 10, perSeconds: 3600 }, uncounted: 'let-in' },
  // Each has all requests of the account rewritten in the search.
  rename: {
    address: { max: 60, perSeconds: 3600 },
    account: { max: 5, perSeconds: 3600 },
    uncounted: 'let-in',
  },
  refresh: { address: { max: 300, perSeconds: 60 }, uncounted: 'let-in' },
  message: { address: { max: 30, perSeconds: 60 }, uncounted: 'let-in' },
  // From browsers, without a session: what a page was stopped from doing.
  violation: { address: { max: 30, perSeconds: 60 }, uncounted: 'refuse' },
  'upload-start': {
    address: { max: 60, perSeconds: 60 },
    account: { max: 20, perSeconds: 60 },
    uncounted: 'let-in',
  },
  // A report may have a hundred small files.
  'report-start': {
    address: { max: 240, perSeconds: 60 },
    account: { max: 120, perSeconds: 60 },
    uncounted: 'let-in',
  },
  // Each may bring a mebibyte of receipts. A report may have a hundred small files.
  completion: {
    address: { max: 240, perSeconds: 60 },
    account: { max: 120, perSeconds: 60 },
    uncounted: 'let-in',
  },
  // Each may read a million rows.
  export: {
    address: { max: 60, perSeconds: 600 },
    account: { max: 20, perSeconds: 600 },
    uncounted: 'let-in',
  },
  general: {
    address: { max: 1200, perSeconds: 60 },
    account: { max: 300, perSeconds: 60 },
    uncounted: 'let-in',
  },
} satisfies Record<string, CallLimit>

export type CallLimitName = keyof typeof CALL_LIMITS
export const callLimit = (name: CallLimitName): CallLimit => CALL_LIMITS[name]

/**
 * Parts of the uploads of one account for which links are made, or which are put together. An upload of ten thousand may be
 * taken up three times in a row, and then every 20 seconds.
 */
export const PART_WORK_OF_ACCOUNT: Limit = { max: 30_000, perSeconds: 60 }
/** To look which parts are there costs a quarter of that. */
export const LISTING_SHARE = 1 / 4

/** Codes mailed at the request of one address, to whomever. */
export const CODE_SENDS_OF_ADDRESS: Limit = { max: 20, perSeconds: 3600 }
/** Registrations under one email. */
export const REGISTRATIONS_OF_EMAIL: Limit = { max: 3, perSeconds: 3 * 3600 }
/** Different emails with an account that one address may come upon by trying to register them. */
export const KNOWN_EMAILS_OF_ADDRESS: Limit = { max: 5, perSeconds: 3600 }
export const REFRESHES_OF_SESSION: Limit = { max: 30, perSeconds: 60 }

/** So many wrong passwords cost nothing; the next ones are followed by a pause each. */
const FREE_LOGIN_TRIES = 9
export const LOGIN_TRIES_MAX = 100
export const FIRST_PAUSE_AFTER = FREE_LOGIN_TRIES + 1
/** Tries are forgotten after so long without one. */
export const LOGIN_TRIES_LIFE_MS = hours(24)

/** How long the password of an account is not asked for after so many wrong ones in a row. A reset by mail ends it at once. */
export function loginPauseMs(tries: number): number {
  if (tries >= LOGIN_TRIES_MAX) return LOGIN_TRIES_LIFE_MS
  if (tries <= FREE_LOGIN_TRIES) return seconds(0)
  return Math.min(minutes(2 ** (tries - FIRST_PAUSE_AFTER)), minutes(15))
}

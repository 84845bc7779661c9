import { hours, minutes, seconds } from './units.ts'

/** At most `max` events in `windowSeconds`. */
export type RateLimitRule = { max: number; windowSeconds: number }

type RateLimit = {
  /** Per IP address (per /64 prefix for IPv6). */
  address: RateLimitRule
  /** Per account, from any address. Only for calls with a session. */
  account?: RateLimitRule
  /** What happens when the counters cannot be read: calls that could guess secrets are rejected. */
  onError: 'allow' | 'reject'
}

const within = (windowSeconds: number, max: { address: number; account: number }) => ({
  address: { max: max.address, windowSeconds },
  account: { max: max.account, windowSeconds },
})

/** The rate limits of endpoints. Each endpoint names one; use cases may count further limits. */
export const RATE_LIMITS = {
  login: { address: { max: 50, windowSeconds: 900 }, onError: 'reject' },
  'code-check': { address: { max: 30, windowSeconds: 900 }, onError: 'reject' },
  // Far above what is emailed: beyond CODES_PER_ADDRESS the call succeeds without sending anything.
  'code-send': { address: { max: 120, windowSeconds: 60 }, onError: 'allow' },
  register: { address: { max: 10, windowSeconds: 3600 }, onError: 'allow' },
  // After each call a job reindexes all requests of the account for the search.
  rename: { ...within(3600, { address: 60, account: 5 }), onError: 'allow' },
  // Each may send an email to anybody.
  invite: { ...within(3600, { address: 60, account: 30 }), onError: 'reject' },
  // Each calls a host that people named, and may hold a connection to it.
  outside: { ...within(3600, { address: 120, account: 60 }), onError: 'reject' },
  refresh: { address: { max: 300, windowSeconds: 60 }, onError: 'allow' },
  message: { address: { max: 30, windowSeconds: 60 }, onError: 'allow' },
  // CSP reports of browsers, without a session.
  violation: { address: { max: 30, windowSeconds: 60 }, onError: 'reject' },
  'upload-start': { ...within(60, { address: 60, account: 20 }), onError: 'allow' },
  // A report may have a hundred small files.
  'report-start': { ...within(60, { address: 240, account: 120 }), onError: 'allow' },
  // Each call may have a list of parts of one mebibyte. A report may have a hundred small files.
  completion: { ...within(60, { address: 240, account: 120 }), onError: 'allow' },
  // Each may read a million rows.
  export: { ...within(600, { address: 60, account: 20 }), onError: 'allow' },
  // Each may read a workbook of megabytes on a worker thread.
  table: { ...within(60, { address: 120, account: 30 }), onError: 'allow' },
  // Each may read a large file of plots, or start a measurement, on worker threads; or read millions of values.
  trial: { ...within(60, { address: 240, account: 60 }), onError: 'allow' },
  // Programs read maps piece by piece: each is one, and a look at a map is dozens.
  gis: { ...within(60, { address: 6000, account: 3000 }), onError: 'allow' },
  general: { ...within(60, { address: 1200, account: 300 }), onError: 'allow' },
} satisfies Record<string, RateLimit>

export type RateLimitName = keyof typeof RATE_LIMITS
export const rateLimitOf = (name: RateLimitName): RateLimit => RATE_LIMITS[name]

/**
 * Parts of the uploads of one account that URLs are signed for or that are completed. An upload of ten thousand parts may be
 * resumed three times in a row, and then every 20 seconds.
 */
export const PART_OPERATIONS_PER_ACCOUNT: RateLimitRule = { max: 30_000, windowSeconds: 60 }
/** Listing the parts of an upload costs a quarter of that. */
export const LIST_PARTS_COST = 1 / 4

/** Codes that one IP address may request, for any account. */
export const CODES_PER_ADDRESS: RateLimitRule = { max: 20, windowSeconds: 3600 }
/** Registrations with one email. */
export const REGISTRATIONS_PER_EMAIL: RateLimitRule = { max: 3, windowSeconds: 3 * 3600 }
/** Of one email address, by any account. */
export const INVITATIONS_PER_EMAIL: RateLimitRule = { max: 5, windowSeconds: 24 * 3600 }
/** Different registered emails that one IP address may find by trying to register them. */
export const KNOWN_EMAILS_PER_ADDRESS: RateLimitRule = { max: 5, windowSeconds: 3600 }
/** Emails to each member of staff about new users, or about new requests; further news comes in the daily email. */
export const STAFF_EMAILS_AT_ONCE: RateLimitRule = { max: 30, windowSeconds: 3600 }
export const REFRESHES_PER_SESSION: RateLimitRule = { max: 30, windowSeconds: 60 }

/** This many wrong passwords have no effect; each further one locks the login for a while. */
const FREE_LOGIN_ATTEMPTS = 9
export const LOGIN_ATTEMPTS_MAX = 100
export const LOCKOUT_AFTER_ATTEMPTS = FREE_LOGIN_ATTEMPTS + 1
/** The count of attempts is cleared after this time without one. */
export const LOGIN_ATTEMPTS_TTL_MS = hours(24)

/** How long the login of an account is locked after this many wrong passwords in a row. A password reset unlocks it. */
export function loginLockoutMs(attempts: number): number {
  if (attempts >= LOGIN_ATTEMPTS_MAX) return LOGIN_ATTEMPTS_TTL_MS
  if (attempts <= FREE_LOGIN_ATTEMPTS) return seconds(0)
  return Math.min(minutes(2 ** (attempts - LOCKOUT_AFTER_ATTEMPTS)), minutes(15))
}

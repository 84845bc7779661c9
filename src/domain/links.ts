import { days, seconds } from './units.ts'

/** What a link shows, and nothing else. */
export const LINK_KINDS = ['report', 'map', 'trial'] as const
export type LinkKind = (typeof LINK_KINDS)[number]

/** Of an account, those that have not ended. */
export const LINKS_MAX = 200
export const LINK_DAYS_MAX = 366
/** How long what a link signs works on, once the link is ended. */
export const LINK_URL_TTL_MS = seconds(60)
export const LINK_PASSWORD_MIN = 8
/** How long the database keeps links that have ended, and invitations and offers that are over. */
export const ENDED_LINKS_KEPT_MS = days(30)

import { days } from './units.ts'

/** What an account can be told of. A ping is sent by hand. */
export const WEBHOOK_EVENTS = [
  'request.received',
  'request.status-changed',
  'report.published',
  'measurement.done',
  'run.ended',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** In words of the screens. */
export const EVENT_LABELS = {
  'request.received': 'A request has arrived',
  'request.status-changed': 'The status of a request has changed',
  'report.published': 'A report was published',
  'measurement.done': 'A measurement is done',
  'run.ended': 'Processing of photos has ended',
} as const satisfies Record<WebhookEvent, string>

/** Of an account. */
export const WEBHOOKS_MAX = 10
export const WEBHOOK_URL_MAX = 500
/** Over about a day: delays double from a minute up to an hour. */
export const DELIVERY_ATTEMPTS_MAX = 24
/** How long what was sent is listed. */
export const DELIVERIES_KEPT_MS = days(30)

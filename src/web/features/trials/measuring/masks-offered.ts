import type { FlightItem } from '#contract/trials.ts'
import { datesText, MASK_NAMES } from '#domain/trial-words.ts'
import type { MaskMethod } from '#domain/trials.ts'

/** What some flights don't allow: one mask serves all flights of a trial. */
export const masksNotOffered = (flights: readonly FlightItem[]): ReadonlySet<MaskMethod> =>
  new Set(flights.flatMap(({ noMasks }) => noMasks.map(({ method }) => method)))

/** A sentence for each reason: which masks it keeps from being offered, and on which flights. */
export function whyNotOffered(flights: readonly FlightItem[]): string[] {
  const all = flights.flatMap(({ moment, noMasks }) => noMasks.map((one) => ({ ...one, moment })))
  const byMask = [...Map.groupBy(all, ({ method, reason }) => `${method} ${reason}`).values()].map((found) => ({
    name: MASK_NAMES[found[0]?.method ?? 'none'],
    reason: found[0]?.reason ?? '',
    dates: found.length === flights.length ? 'on any flight' : `on ${datesText(found.map(({ moment }) => moment))}`,
  }))
  return [...Map.groupBy(byMask, ({ reason, dates }) => `${dates}. ${reason}`)].map(
    ([why, masks]) => `${masks.map(({ name }) => name).join(', ')}: not ${why}`,
  )
}

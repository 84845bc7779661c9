import type { FlightItem } from '#contract/trials.ts'

/** Days of flights: from planting where that is known and wanted, or degree-days, else those of the calendar. */
export type SeasonAxis = {
  /** Of each flight. */
  days: number[]
  isFromPlanting: boolean
  /** What a rate is by. */
  unit: 'day' | 'degree-day'
  title: string
  /** A day as text, such as '47.5' or 'Aug 15'. */
  short: (day: number) => string
  /** As in tables and files. */
  long: (day: number) => number | string
}

const DAY_MS = 86_400_000

export function seasonAxisOf(flights: readonly FlightItem[], wanted: string | null): SeasonAxis {
  const sincePlanting = flights.map(({ daysAfterPlanting }) => daysAfterPlanting)
  if (wanted === 'gdd' && hasDegreeDays(flights))
    return {
      days: flights.map(({ degreeDays }) => degreeDays ?? 0),
      isFromPlanting: true,
      unit: 'degree-day',
      title: 'Degree-days after planting',
      short: (day) => String(Math.round(day)),
      long: oneDecimal,
    }
  if (wanted !== 'date' && hasPlanting(flights))
    return {
      days: sincePlanting.map((day) => day ?? 0),
      isFromPlanting: true,
      unit: 'day',
      title: 'Days after planting',
      short: (day) => String(oneDecimal(day)),
      long: oneDecimal,
    }
  return {
    days: flights.map(({ takenOn }) => Date.parse(takenOn) / DAY_MS),
    isFromPlanting: false,
    unit: 'day',
    title: 'Date',
    short: (day) => SHORT.format(new Date(day * DAY_MS)),
    long: (day) => new Date(Math.round(day) * DAY_MS).toISOString().slice(0, 10),
  }
}

export const hasPlanting = (flights: readonly FlightItem[]): boolean =>
  flights.length > 0 && flights.every(({ daysAfterPlanting }) => daysAfterPlanting !== null)

export const hasDegreeDays = (flights: readonly FlightItem[]): boolean =>
  flights.length > 0 && flights.every(({ degreeDays }) => degreeDays !== null)

const oneDecimal = (day: number): number => Math.round(day * 10) / 10

const SHORT = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })

import { dateOfDay, dateText, dayOf } from '#domain/dates.ts'
import type { Day } from '../workspace/days.ts'

/** What an axis has to know of a day with values. */
type DayOfAxis = Pick<Day, 'date' | 'daysAfterPlanting' | 'degreeDays'>

/** Days with values: from planting where that is known and wanted, or degree-days, else those of the calendar. */
export type SeasonAxis = {
  /** Of each date. */
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

export function seasonAxisOf(dates: readonly DayOfAxis[], wanted: string | null): SeasonAxis {
  const sincePlanting = dates.map(({ daysAfterPlanting }) => daysAfterPlanting)
  if (wanted === 'gdd' && hasDegreeDays(dates))
    return {
      days: dates.map(({ degreeDays }) => degreeDays ?? 0),
      isFromPlanting: true,
      unit: 'degree-day',
      title: 'Degree-days after planting',
      short: (day) => String(Math.round(day)),
      long: oneDecimal,
    }
  if (wanted !== 'date' && hasPlanting(dates))
    return {
      days: sincePlanting.map((day) => day ?? 0),
      isFromPlanting: true,
      unit: 'day',
      title: 'Days after planting',
      short: (day) => String(oneDecimal(day)),
      long: oneDecimal,
    }
  return {
    days: dates.map(({ date }) => dayOf(date)),
    isFromPlanting: false,
    unit: 'day',
    title: 'Date',
    short: (day) => SHORT.format(new Date(dateOfDay(day))),
    long: (day) => dateText(dateOfDay(day)),
  }
}

export const hasPlanting = (dates: readonly DayOfAxis[]): boolean =>
  dates.length > 0 && dates.every(({ daysAfterPlanting }) => daysAfterPlanting !== null)

export const hasDegreeDays = (dates: readonly DayOfAxis[]): boolean =>
  dates.length > 0 && dates.every(({ degreeDays }) => degreeDays !== null)

const oneDecimal = (day: number): number => Math.round(day * 10) / 10

const SHORT = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })

// Dates as numbers, so that they can be averaged and compared, and as people read them.
import { days, MONTHS } from './units.ts'

/** The unit of values that are dates: days from 1970-01-01. */
export const DATE_UNIT = 'date'

/** Days from 1970-01-01 to a date such as 2026-08-15, whatever the time of day behind it. */
export const dayOf = (date: string): number => Math.round(Date.parse(date.slice(0, 10)) / days(1))

/** The date of a moment, in UTC. */
export const dateOf = (at: Date): string => at.toISOString().slice(0, 10)

/** The date of a day; of a mean, the nearest one. */
export const dateOfDay = (day: number): string => dateOf(new Date(days(Math.round(day))))

/** In what unit values differ: dates by days. */
export const unitOfDifferences = (unit: string): string => (unit === DATE_UNIT ? 'days' : unit)

/** With dates and moments such as 2026-11-25 09:30 as screens show them: 25 Nov 2026 9:30. Files and addresses keep the former. */
export const dateText = (text: string): string =>
  text.replace(/\b\d{4}-(?:0[1-9]|1[0-2])-\d\d(?: \d\d:\d\d)?\b/g, (moment) => {
    const [year, month, day, hour, minute] = moment.split(/\D/)
    return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}${hour ? ` ${Number(hour)}:${minute}` : ''}`
  })

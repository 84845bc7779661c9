export const KiB = (count: number): number => count * 1024
export const MiB = (count: number): number => count * 1024 * 1024
export const GiB = (count: number): number => count * 1024 * 1024 * 1024

export const seconds = (count: number): number => count * 1000
export const minutes = (count: number): number => count * 60_000
export const hours = (count: number): number => count * 3_600_000
export const days = (count: number): number => count * 86_400_000

const SIZE_UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const

/** Formats bytes with base 1024 and two decimals (spec section 9): '62.10 MB'. */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  // A value that would be rounded to 1024.00 belongs to the next unit.
  while (value >= (unit === 0 ? 1024 : 1023.995) && unit < SIZE_UNITS.length - 1) {
    value /= 1024
    unit += 1
  }
  return unit === 0 ? `${value} Bytes` : `${value.toFixed(2)} ${SIZE_UNITS[unit]}`
}

export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** 'D Mon YYYY | H:mm' in the time zone of the reader (spec section 9). */
export function formatDateTime(date: Date): string {
  const minute = String(date.getMinutes()).padStart(2, '0')
  return `${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()} | ${date.getHours()}:${minute}`
}

/** The reader's time zone on that date, such as 'CEST' or 'GMT+5:30'. */
export const timeZoneOf = (date: Date): string =>
  ZONES.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? ''

const ZONES = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' })

const AGES = [
  ['year', days(365)],
  ['day', days(1)],
  ['hour', hours(1)],
  ['minute', minutes(1)],
] as const

/** The time between two dates in its largest whole unit: '3 days'. */
export function ageText(from: Date, now: Date): string {
  const age = now.getTime() - from.getTime()
  const [unit, length] = AGES.find(([, one]) => age >= one) ?? ['minute', minutes(1)]
  const count = Math.max(0, Math.floor(age / length))
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** Such as '1,216 plots', and '1 plot'. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

// Daily temperatures from a table of a weather station.
import type { DayTemperature } from '#domain/degree-days.ts'
import { TEMPERATURE_DAYS_MAX, TEMPERATURE_MAX, TEMPERATURE_MIN } from '#domain/degree-days.ts'
import { UnreadablePlots } from '../geojson/unreadable-plots.ts'
import { isNoValue } from '../tables/missing.ts'
import { dayOrderOf, readKnownDay } from '../tables/read-date.ts'
import { readNumber } from '../tables/read-number.ts'

export type ReadTemperatures = {
  days: DayTemperature[]
  /** Lines with a date and no temperature. */
  empty: number
}

const NAMES = {
  date: ['date', 'day', 'datum', 'time', 'valid'],
  mean: ['mean', 'tmean', 'tavg', 'avg', 'average', 'temperature', 'temp', 'meantemperature', 'tempmean'],
  min: ['min', 'tmin', 'minimum', 'mintemp', 'tempmin', 'low', 'mintemperature', 'minairtemp'],
  max: ['max', 'tmax', 'maximum', 'maxtemp', 'tempmax', 'high', 'maxtemperature', 'maxairtemp'],
}

/** Means in °C; where the table has them not, of minimum and maximum. @throws UnreadablePlots, which says what is wrong */
export function readTemperatures(
  rows: readonly (readonly string[])[],
  unit: 'celsius' | 'fahrenheit',
): ReadTemperatures {
  const [heading = [], ...lines] = rows.map((row) => row.map((cell) => cell.trim()))
  const [date, mean, min, max] = [NAMES.date, NAMES.mean, NAMES.min, NAMES.max].map((names) =>
    heading.findIndex((title) => names.includes(plain(title))),
  )
  const columns = mean !== undefined && mean >= 0 ? [mean] : [min ?? -1, max ?? -1]
  if (date === undefined || date < 0 || columns.some((at) => at < 0))
    throw new UnreadablePlots('The heading needs date, and mean, or min and max.')
  const order = dayOrderOf(lines.map((line) => line[date] ?? ''))
  const days = new Map<string, number>()
  let empty = 0
  for (const [index, line] of lines.entries()) {
    const place = `line ${index + 2}`
    const iso = readKnownDay(line[date] ?? '', order)
    if (iso === undefined) throw new UnreadablePlots(`The date of ${place} can’t be read. Write it like 2026-05-03.`)
    if (days.has(iso)) throw new UnreadablePlots(`${iso} is there twice (${place}). Use one line a day.`)
    const texts = columns.map((at) => line[at] ?? '')
    if (texts.some((text) => isNoValue(text) || text === 'M')) {
      empty += 1
      continue
    }
    const values = texts.map((text) => celsius(readNumber(text), unit))
    if (values.some((value) => !(value >= TEMPERATURE_MIN && value <= TEMPERATURE_MAX)))
      throw new UnreadablePlots(`The temperature of ${place} is none, or it isn’t in this unit.`)
    if ((values[1] ?? Infinity) < (values[0] ?? 0)) throw new UnreadablePlots(`In ${place} max is below min.`)
    days.set(iso, Math.round((100 * values.reduce((sum, value) => sum + value, 0)) / values.length) / 100)
  }
  if (days.size === 0) throw new UnreadablePlots('This table has no temperature.')
  if (days.size > TEMPERATURE_DAYS_MAX)
    throw new UnreadablePlots(`This table has more than ${TEMPERATURE_DAYS_MAX} days. Leave out those before planting.`)
  return { days: [...days].map(([one, value]) => ({ date: one, mean: value })), empty }
}

/** Without marks and units: 'T min (°C)' is tmin. */
const plain = (title: string): string =>
  title
    .toLowerCase()
    .split(/[([]/, 1)
    .join('')
    .replaceAll(/[^a-z]/g, '')
    .replace(/(?:degc|degf)$/, '')

const celsius = (value: number, unit: 'celsius' | 'fahrenheit'): number =>
  unit === 'celsius' ? value : ((value - 32) * 5) / 9

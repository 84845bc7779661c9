// Daily temperatures from a table of a weather station.
import type { DayTemperature } from '#domain/degree-days.ts'
import { TEMPERATURE_DAYS_MAX, TEMPERATURE_MAX, TEMPERATURE_MIN } from '#domain/degree-days.ts'
import { UnreadablePlots } from '../geojson/unreadable-plots.ts'
import { findHeading, type Line, layOut, type Rows } from '../tables/lay-out.ts'
import { isNoValue } from '../tables/missing.ts'
import { type DayOrder, dayOrderOf, isOrderOpen, readKnownDay } from '../tables/read-date.ts'
import { readNumber } from '../tables/read-number.ts'

export type ReadTemperatures = {
  days: DayTemperature[]
  /** Lines with a date and no temperature. */
  empty: number
}

export type WeatherRole = 'date' | 'mean' | 'min' | 'max'

const list = (names: string): string[] => names.trim().split(/\s+/)

/** As `plain` writes them. */
const NAMES: Readonly<Record<WeatherRole, readonly string[]>> = {
  date: list(`
    date day datum time valid tag fecha data jour dia giorno dag datetime timestamp
  `),
  mean: list(`
    mean tmean tavg avg average temperature temp meantemperature tempmean meantemp avgtemp tm tmed tmoy mittel
    tmittel temperatur mitteltemperatur moyenne media tmedia gemiddelde tmk tmit srednia temperatura tempavg
  `),
  min: list(`
    min tmin minimum mintemp tempmin low mintemperature minairtemp tn tnk minima minimo tminima temperaturemin
    temperaturmin temperaturamin
  `),
  max: list(`
    max tmax maximum maxtemp tempmax high maxtemperature maxairtemp tx txk maxima maximo massima tmaxima
    temperaturemax temperaturmax temperaturamax
  `),
}
const ROLES = ['date', 'mean', 'min', 'max'] as const

export type WeatherChoices = {
  heading?: number | null | undefined
  roles?: Readonly<Record<number, WeatherRole | ''>> | undefined
  dayOrder?: DayOrder | undefined
}
export type WeatherTable = {
  heading: number | null
  columns: { title: string; role: WeatherRole | ''; first: string[] }[]
  isDayOrderOpen: boolean
}
type Unit = 'celsius' | 'fahrenheit'

const named = (titles: readonly string[]): WeatherRole[] => ROLES.filter((role) => placeOf(titles, role) >= 0)

/** How many columns the best heading names: of several sheets, the one with temperatures has most. */
export const columnsNamed = (rows: Rows): number => rows.reduce((most, cells) => Math.max(most, named(cells).length), 0)

/** How a table is taken, and a function that reads it so. */
export function takeTemperatures(
  given: Rows,
  choices: WeatherChoices,
): { table: WeatherTable; read: (unit: Unit) => ReadTemperatures } {
  const rows = given.map((row) => row.map((cell) => cell.trim()))
  const found = findHeading(rows, (cells) => named(cells).length) ?? 0
  const laidOut = layOut(rows, choices.heading === undefined ? found : choices.heading, () => false)
  const { titles, lines, heading } = laidOut
  const taken = new Set(Object.values(choices.roles ?? {}))
  const places = new Map(ROLES.filter((role) => !taken.has(role)).map((role) => [placeOf(titles, role), role]))
  const columns = titles.map((title, at) => ({
    title,
    role: choices.roles?.[at] ?? places.get(at) ?? ('' as const),
    first: lines.slice(0, FIRST_CELLS).map(({ cells }) => cells[at] ?? ''),
  }))
  const date = columns.findIndex(({ role }) => role === 'date')
  const dates = lines.map(({ cells }) => cells[date] ?? '')
  return {
    table: { heading, columns, isDayOrderOpen: isOrderOpen(dates) },
    read: (unit) => readLines(lines, columns, { unit, order: choices.dayOrder ?? dayOrderOf(dates) }),
  }
}

const FIRST_CELLS = 3

const placeOf = (titles: readonly string[], role: WeatherRole): number =>
  titles.findIndex((title) => NAMES[role].includes(plain(title)))

type How = { unit: Unit; order: DayOrder | undefined }

/** Means in °C; where the table has them not, of minimum and maximum. @throws UnreadablePlots, which says what is wrong */
function readLines(lines: readonly Line[], columns: WeatherTable['columns'], { unit, order }: How): ReadTemperatures {
  const [date, mean, min, max] = ROLES.map((role) => columns.findIndex((column) => column.role === role))
  const used = mean !== undefined && mean >= 0 ? [mean] : [min ?? -1, max ?? -1]
  if (date === undefined || date < 0 || used.some((at) => at < 0))
    throw new UnreadablePlots('The heading needs date, and mean, or min and max. Choose these columns.')
  const days = new Map<string, number>()
  let empty = 0
  for (const { number, cells } of lines) {
    const place = `line ${number}`
    const iso = readKnownDay(cells[date] ?? '', order)
    if (iso === undefined) throw new UnreadablePlots(`The date of ${place} can’t be read. Write it like 2026-05-03.`)
    if (days.has(iso)) throw new UnreadablePlots(`${iso} is there twice (${place}). Use one line a day.`)
    const texts = used.map((at) => cells[at] ?? '')
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
    .normalize('NFKD')
    .split(/[([]/, 1)
    .join('')
    .replaceAll(/[^a-z]/g, '')
    .replace(/(?:degc|degf)$/, '')

const celsius = (value: number, unit: 'celsius' | 'fahrenheit'): number =>
  unit === 'celsius' ? value : ((value - 32) * 5) / 9

// Scores, yield and the like: a table with a line for each plot, or with a line for each value, as Field Book writes it.
import type { Plot } from '#domain/trials.ts'
import { UnreadablePlots } from '../geojson/unreadable-plots.ts'
import {
  columnsOf,
  headingOf,
  isIdentity,
  type PlotLine,
  plotLines,
  type TableChoices,
  type TableColumn,
} from '../plot-columns/plot-table.ts'
import { isNamed } from '../plot-columns/roles.ts'
import { wordOf } from '../plot-columns/title-words.ts'
import { type Line, layOut, type Rows } from '../tables/lay-out.ts'
import { isNoValue, isNull } from '../tables/missing.ts'
import { type DayOrder, dayOrderOf, isOpenDay, isOrderOpen, readKnownDay } from '../tables/read-date.ts'

export type ValueCell = {
  /** Where it stands: 'line 3'. */
  place: string
  plotId: string | undefined
  attributes: Plot['attributes']
  /** By which the app Field Book knows the plot. */
  uniqueId: string | undefined
  text: string
  /** The local day on which it was taken. */
  day: string | undefined
  /** When it was taken, as a text that sorts; empty when nothing is said. */
  time: string
}

export type ValueColumn = {
  name: string
  unit: string | undefined
  /** A date such as 2026-07-01. */
  takenOn: string | undefined
  cells: ValueCell[]
  /** Lines without a value: empty, or NA. */
  blanks: number
}

/** Of a line for each value: a column for each trait on each day, or one for each trait, whatever the day. */
export type Days = 'apart' | 'together'

/** What a column of such a table may be, beside what it says of plots. */
export type ValueRole = 'score' | 'trait' | 'value' | 'date'

/** As `wordOf` writes them. */
const NAMES: Readonly<Record<Exclude<ValueRole, 'score'>, readonly string[]>> = {
  trait: ['trait', 'traitname', 'observationvariablename', 'variable', 'merkmal', 'caractere', 'caracter', 'rasgo'],
  value: ['value', 'uservalue', 'observationvalue', 'wert', 'valeur', 'valor', 'valore', 'waarde', 'wartosc'],
  date: [
    'timestamp',
    'timetaken',
    'date',
    'observationtimestamp',
    'datum',
    'boniturdatum',
    'scoringdate',
    'fecha',
    'data',
  ],
}
/** Field files have the place of a plot in one cell. */
const NO_SCORES = ['geocoordinates']

export type ValuesTable = {
  heading: number | null
  columns: TableColumn<ValueRole>[]
  isDayOrderOpen: boolean
}

/** How a table is taken, and a function that reads it so. @throws UnreadablePlots for one without lines */
export function takeValues(
  given: Rows,
  plotIds: ReadonlySet<string>,
  choices: TableChoices<ValueRole>,
): { table: ValuesTable; read: (days: Days) => ValueColumn[] } {
  const rows = given.map((row) => row.map((cell) => cell.trim()))
  const found = headingOf(rows, plotIds, (cells) =>
    placeOf(cells, 'trait') >= 0 && placeOf(cells, 'value') >= 0 ? 2 : 0,
  )
  const laidOut = layOut(rows, choices.heading === undefined ? found.heading : choices.heading, isNamed)
  const { lines } = laidOut
  if (lines.length === 0)
    throw new UnreadablePlots(
      'Copy the cells with their heading (plot_id, and a name for each column), and paste them.',
    )
  const columns = withValueRoles(
    columnsOf<ValueRole>(laidOut, { plotIds, chosen: choices.roles }),
    lines,
    choices.roles,
  )
  const dates = cellsIn(lines, placeOfRole(columns, 'date'))
  const dayOrder = choices.dayOrder ?? dayOrderOf(dates)
  return {
    table: { heading: laidOut.heading, columns, isDayOrderOpen: isOrderOpen(dates) },
    read: (days) => {
      const roles = columns.map(({ role }) => role)
      if (!isIdentity(roles))
        throw new UnreadablePlots(
          'No title of this table names the plots. Choose the column with their ids, or those with their rows and columns.',
        )
      const plots = plotLines(lines, columns.map(identifying), choices.dayOrder)
      const table = {
        columns,
        plots,
        uniqueAt: laidOut.titles.findIndex((title) => wordOf(title) === 'uniqueid'),
        dayOrder,
      }
      const read = roles.includes('trait') && roles.includes('value') ? readLong(table, days) : readWide(table)
      if (read.length === 0)
        throw new UnreadablePlots(
          'No column of this table has values. Beside plot_id, or row and column, it needs one.',
        )
      return read
    },
  }
}

/** What a plot is found by; the rest of what is known of it is not taken here. */
const identifying = (column: TableColumn<ValueRole>): TableColumn<ValueRole> =>
  ['plotId', 'row', 'column'].includes(column.role) ? column : { ...column, role: '' }

/** What is about no plot is a score, unless it is a date, or the table has a line for each value. */
function withValueRoles(
  columns: readonly TableColumn<ValueRole>[],
  lines: readonly Line[],
  chosen: TableChoices<ValueRole>['roles'] = {},
): TableColumn<ValueRole>[] {
  const titles = columns.map(({ title }) => title)
  const taken = new Set(Object.values(chosen))
  const [trait, value] = [placeOf(titles, 'trait'), placeOf(titles, 'value')]
  const date = placeOf(titles, 'date')
  const areDates = date >= 0 && cellsIn(lines, date).every((text) => isNull(text) || isDay(text))
  const isLong = trait >= 0 && value >= 0
  const roles = new Map<number, ValueRole>()
  if (isLong && !taken.has('trait')) roles.set(trait, 'trait')
  if (isLong && !taken.has('value')) roles.set(value, 'value')
  if (areDates && !taken.has('date')) roles.set(date, 'date')
  return columns.map((column, at) => {
    if (column.role !== '' || chosen[at] !== undefined) return column
    const isScore = !isLong && !isNamed(column.title) && !NO_SCORES.includes(wordOf(column.title))
    return { ...column, role: roles.get(at) ?? (isScore ? 'score' : '') }
  })
}

const isDay = (text: string): boolean => readKnownDay(text) !== undefined || isOpenDay(text)

const placeOf = (titles: readonly string[], role: keyof typeof NAMES): number => {
  const places = titles.map((title) => NAMES[role].indexOf(wordOf(title)))
  const named = places.filter((place) => place >= 0)
  return named.length === 0 ? -1 : places.indexOf(Math.min(...named))
}

const placeOfRole = (columns: readonly TableColumn<ValueRole>[], role: ValueRole): number =>
  columns.findIndex((column) => column.role === role)

const cellsIn = (lines: readonly Line[], at: number): string[] => lines.map(({ cells }) => cells[at] ?? '')

type Taken = {
  columns: readonly TableColumn<ValueRole>[]
  plots: readonly PlotLine[]
  uniqueAt: number
  dayOrder: DayOrder | undefined
}

const identityOf = ({ place, plotId, attributes, cells }: PlotLine, uniqueAt: number) => ({
  place,
  plotId,
  attributes,
  uniqueId: cells[uniqueAt] || undefined,
})

/** A trait whose values were taken on several days has no date when it is one column. */
function readLong({ columns: given, plots, uniqueAt, dayOrder }: Taken, days: Days): ValueColumn[] {
  const [trait, value, time] = (['trait', 'value', 'date'] as const).map((role) => placeOfRole(given, role))
  const columns = new Map<string, ValueColumn>()
  for (const line of plots) {
    const [title = '', text = '', taken = ''] = [trait, value, time].map((at) => line.cells[at ?? -1])
    if (title === '') continue
    const parts = titleParts(title)
    const day = parts.takenOn ?? readKnownDay(taken, dayOrder)
    const key = JSON.stringify([parts.name, days === 'apart' ? day : parts.takenOn])
    const column = columns.get(key) ?? { ...parts, cells: [], blanks: 0 }
    columns.set(key, column)
    if (isNoValue(text)) column.blanks += 1
    else column.cells.push({ ...identityOf(line, uniqueAt), text, day, time: sortable(taken, dayOrder) })
  }
  return [...columns.values()].flatMap((column) => {
    const [{ day } = { day: undefined }] = column.cells
    const takenOn = column.cells.every((cell) => cell.day === day) ? day : undefined
    return column.cells.length === 0 ? [] : [{ ...column, takenOn }]
  })
}

/** Devices may be in several time zones. */
function sortable(time: string, dayOrder: DayOrder | undefined): string {
  if (!/^\d{4}-/.test(time)) return readKnownDay(time, dayOrder) ?? time
  const instant = Date.parse(time.replace(/^(\S+) (\S+?) ?([+-]\d\d):?(\d\d)$/, '$1T$2$3:$4'))
  return Number.isNaN(instant) ? time : new Date(instant).toISOString()
}

/** With a column of dates, each title on each day is a column. */
function readWide({ columns, plots, uniqueAt, dayOrder }: Taken): ValueColumn[] {
  const date = placeOfRole(columns, 'date')
  const lines = plots.map((line) => ({
    line,
    plot: identityOf(line, uniqueAt),
    day: readKnownDay(line.cells[date] ?? '', dayOrder),
  }))
  const parts = distinct(columns.map(({ title }) => titleParts(title)))
  return columns.flatMap(({ role }, at) => {
    const about = parts[at]
    if (role !== 'score' || !about) return []
    const cells = lines.flatMap(({ line, plot, day }) => {
      const text = line.cells[at] ?? ''
      return isNoValue(text) ? [] : [{ day, cell: { ...plot, text, day, time: '' } }]
    })
    return [...Map.groupBy(cells, ({ day }) => about.takenOn ?? day)].map(([takenOn, ofDay]) => ({
      ...about,
      takenOn,
      cells: ofDay.map(({ cell }) => cell),
      blanks: lines.length - cells.length,
    }))
  })
}

const keyOf = (name: string, takenOn: string | undefined): string => `${name} ${takenOn ?? ''}`

/** Of several columns with the same name and day, each after the first gets a number that no other has. */
function distinct(columns: readonly TitleParts[]): TitleParts[] {
  const given = new Set(columns.map(({ name, takenOn }) => keyOf(name, takenOn)))
  const seen = new Set<string>()
  return columns.map((column) => {
    let { name } = column
    for (let at = 2; seen.has(keyOf(name, column.takenOn)); at += 1) {
      const next = `${column.name} ${at}`
      if (!given.has(keyOf(next, column.takenOn))) name = next
    }
    seen.add(keyOf(name, column.takenOn))
    return { ...column, name }
  })
}

type TitleParts = Pick<ValueColumn, 'name' | 'unit' | 'takenOn'>
const DATE_AT_END = /[\s_@,](\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))$/
const UNIT_AT_END = /[([]([^()[\]]{1,20})[)\]]$/

/** 'Yield (kg/ha) 2026-09-01' is Yield in kg/ha on that day. */
function titleParts(title: string): TitleParts {
  const takenOn = DATE_AT_END.exec(title)?.[1]
  const undated = title.replace(DATE_AT_END, '').trimEnd()
  const unit = UNIT_AT_END.exec(undated)?.[1]?.trim() || undefined
  const name = unit === undefined ? undated : undated.replace(UNIT_AT_END, '').trimEnd()
  return name === '' ? { name: title, unit: undefined, takenOn } : { name, unit, takenOn }
}

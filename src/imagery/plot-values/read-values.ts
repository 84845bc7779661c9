// Scores, yield and the like: a table with a line for each plot, or with a line for each value, as Field Book writes it.
import type { Plot } from '#domain/trials.ts'
import { attributesIn, isAttribute, plotIdIn } from '../geojson/attributes.ts'
import { UnreadablePlots } from '../geojson/unreadable-plots.ts'
import { isNoValue } from '../tables/missing.ts'

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

type Rows = readonly (readonly string[])[]

/** The columns of a table that are about no attribute of a plot. @throws UnreadablePlots */
export function readValues(rows: Rows, days: Days): ValueColumn[] {
  const [heading = [], ...lines] = rows.map((row) => row.map((cell) => cell.trim()))
  if (lines.length === 0)
    throw new UnreadablePlots(
      'Copy the cells with their heading (plot_id, and a name for each column), and paste them.',
    )
  const columns = isLong(heading) ? readLong(heading, lines, days) : readWide(heading, lines)
  if (columns.length === 0)
    throw new UnreadablePlots('No column of this table has values. Beside plot_id, or row and column, it needs one.')
  return columns
}

const PLACES = { trait: ['trait'], value: ['value', 'uservalue'], time: ['timestamp', 'timetaken', 'date'] }

const placeOf = (heading: readonly string[], names: readonly string[]): number =>
  heading.findIndex((name) => names.includes(name.toLowerCase().replaceAll(/[\s_]/g, '')))

const isLong = (heading: readonly string[]): boolean =>
  placeOf(heading, PLACES.trait) >= 0 && placeOf(heading, PLACES.value) >= 0

/** A trait whose values were taken on several days has no date when it is one column. */
function readLong(heading: readonly string[], lines: Rows, days: Days): ValueColumn[] {
  const [trait, value, time] = [PLACES.trait, PLACES.value, PLACES.time].map((names) => placeOf(heading, names))
  const identify = identifierOf(heading)
  const columns = new Map<string, ValueColumn>()
  for (const [index, line] of lines.entries()) {
    const [title = '', text = '', taken = ''] = [trait, value, time].map((at) => line[at ?? -1])
    if (title === '') continue
    const parts = titleParts(title)
    const day = parts.takenOn ?? DATE.exec(taken)?.[0]
    const key = JSON.stringify([parts.name, days === 'apart' ? day : parts.takenOn])
    const column = columns.get(key) ?? { ...parts, cells: [], blanks: 0 }
    columns.set(key, column)
    if (isNoValue(text)) column.blanks += 1
    else column.cells.push({ ...identify(line, index), text, day, time: sortable(taken) })
  }
  return [...columns.values()].flatMap((column) => {
    const [{ day } = { day: undefined }] = column.cells
    const takenOn = column.cells.every((cell) => cell.day === day) ? day : undefined
    return column.cells.length === 0 ? [] : [{ ...column, takenOn }]
  })
}

/** Devices may be in several time zones. */
function sortable(time: string): string {
  const instant = Date.parse(time.replace(/^(\S+) (\S+?) ?([+-]\d\d):?(\d\d)$/, '$1T$2$3:$4'))
  return Number.isNaN(instant) ? time : new Date(instant).toISOString()
}

/** With a column of dates, each title on each day is a column. */
function readWide(heading: readonly string[], lines: Rows): ValueColumn[] {
  const identify = identifierOf(heading)
  const plots = lines.map((line, index) => identify(line, index))
  const dates = datesIn(heading, lines)
  return heading.flatMap((title, at) => {
    if (title === '' || at === dates.at || isOfPlot(title) || heading.indexOf(title) < at) return []
    const parts = titleParts(title)
    const cells = lines.flatMap((line, index) => {
      const [plot, text, day] = [plots[index], line[at], dates.days[index]]
      return plot && text !== undefined && !isNoValue(text) ? [{ day, cell: { ...plot, text, day, time: '' } }] : []
    })
    return [...Map.groupBy(cells, ({ day }) => parts.takenOn ?? day)].map(([takenOn, ofDay]) => ({
      ...parts,
      takenOn,
      cells: ofDay.map(({ cell }) => cell),
      blanks: lines.length - cells.length,
    }))
  })
}

/** The day of each line, from a column of that name in which nothing but dates stands. */
function datesIn(heading: readonly string[], lines: Rows): { at: number; days: (string | undefined)[] } {
  const at = placeOf(heading, PLACES.time)
  const texts = lines.map((line) => line[at] ?? '')
  const areDates = at >= 0 && texts.every((text) => text === '' || DATE.exec(text)?.index === 0)
  return areDates ? { at, days: texts.map((text) => DATE.exec(text)?.[0]) } : { at: -1, days: [] }
}

/** Field files have the place of a plot in one cell. */
const isOfPlot = (title: string): boolean => isAttribute(title) || title.toLowerCase() === 'geo_coordinates'

/** Reads from a line which plot it is about. */
function identifierOf(heading: readonly string[]) {
  const columns = heading.flatMap((name, at) => (isAttribute(name) ? [[name, at] as const] : [])).toReversed()
  const uniqueAt = placeOf(heading, ['uniqueid'])
  return (line: readonly string[], index: number) => {
    const properties = Object.fromEntries(columns.map(([name, at]) => [name, line[at] ?? '']))
    const place = `line ${index + 2}`
    const plotId = plotIdIn(properties, undefined)
    return {
      place,
      plotId,
      attributes: attributesIn(properties, plotId ?? place),
      uniqueId: line[uniqueAt] || undefined,
    }
  }
}

const DATE = /\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])/
const DATE_AT_END = /[\s_@,](\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))$/
const UNIT_AT_END = /[([]([^()[\]]{1,20})[)\]]$/

/** 'Yield (kg/ha) 2026-09-01' is Yield in kg/ha on that day. */
function titleParts(title: string): Pick<ValueColumn, 'name' | 'unit' | 'takenOn'> {
  const takenOn = DATE_AT_END.exec(title)?.[1]
  const undated = title.replace(DATE_AT_END, '').trimEnd()
  const unit = UNIT_AT_END.exec(undated)?.[1]?.trim() || undefined
  const name = unit === undefined ? undated : undated.replace(UNIT_AT_END, '').trimEnd()
  return name === '' ? { name: title, unit: undefined, takenOn } : { name, unit, takenOn }
}

// Scores, yield and the like: a table with a line for each plot, or with a line for each value, as Field Book writes it.
import type { Plot } from '#domain/trials.ts'
import { attributesIn, isAttribute, plotIdIn } from '../geojson/attributes.ts'
import { UnreadablePlots } from '../geojson/unreadable-plots.ts'

export type ValueCell = {
  /** Where it stands: 'line 3'. */
  place: string
  plotId: string | undefined
  attributes: Plot['attributes']
  text: string
  /** When it was taken, as a text that sorts; empty when nothing is said. */
  time: string
}

export type ValueColumn = {
  name: string
  unit: string | undefined
  /** A date such as 2026-07-01. */
  takenOn: string | undefined
  cells: ValueCell[]
}

type Rows = readonly (readonly string[])[]

/** The columns of a table that are about no attribute of a plot. @throws UnreadablePlots */
export function readValues(rows: Rows): ValueColumn[] {
  const [heading = [], ...lines] = rows.map((row) => row.map((cell) => cell.trim()))
  if (lines.length === 0)
    throw new UnreadablePlots(
      'Copy the cells with their heading (plot_id, and a name for each column), and paste them.',
    )
  const columns = isLong(heading) ? readLong(heading, lines) : readWide(heading, lines)
  if (columns.length === 0)
    throw new UnreadablePlots('No column of this table has values. Beside plot_id, or row and column, it needs one.')
  return columns
}

const PLACES = { trait: ['trait'], value: ['value', 'uservalue'], time: ['timestamp', 'timetaken', 'date'] }

const placeOf = (heading: readonly string[], names: readonly string[]): number =>
  heading.findIndex((name) => names.includes(name.toLowerCase().replaceAll(/[\s_]/g, '')))

const isLong = (heading: readonly string[]): boolean =>
  placeOf(heading, PLACES.trait) >= 0 && placeOf(heading, PLACES.value) >= 0

/** Each trait on each day is a column. */
function readLong(heading: readonly string[], lines: Rows): ValueColumn[] {
  const [trait, value, time] = [PLACES.trait, PLACES.value, PLACES.time].map((names) => placeOf(heading, names))
  const identify = identifierOf(heading)
  const columns = new Map<string, ValueColumn>()
  for (const [index, line] of lines.entries()) {
    const [title, text, taken] = [trait, value, time].map((at) => line[at ?? -1] ?? '')
    if (!title || isNothing(text)) continue
    const column = { ...titleParts(title), cells: [] }
    const takenOn = column.takenOn ?? DATE.exec(taken ?? '')?.[0]
    const key = JSON.stringify([column.name, takenOn])
    if (!columns.has(key)) columns.set(key, { ...column, takenOn })
    columns.get(key)?.cells.push({ ...identify(line, index), text: text ?? '', time: taken ?? '' })
  }
  return [...columns.values()]
}

/** With a column of dates, each title on each day is a column. */
function readWide(heading: readonly string[], lines: Rows): ValueColumn[] {
  const identify = identifierOf(heading)
  const plots = lines.map((line, index) => identify(line, index))
  const dates = datesIn(heading, lines)
  return heading.flatMap((title, at) => {
    if (title === '' || at === dates.at || isAttribute(title) || heading.indexOf(title) < at) return []
    const parts = titleParts(title)
    const cells = lines.flatMap((line, index) => {
      const [plot, text, day] = [plots[index], line[at], dates.days[index]]
      return plot && text !== undefined && !isNothing(text) ? [{ day, cell: { ...plot, text, time: '' } }] : []
    })
    return [...Map.groupBy(cells, ({ day }) => parts.takenOn ?? day)].map(([takenOn, ofDay]) => ({
      ...parts,
      takenOn,
      cells: ofDay.map(({ cell }) => cell),
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

/** Reads from a line which plot it is about. */
function identifierOf(heading: readonly string[]) {
  const columns = heading.flatMap((name, at) => (isAttribute(name) ? [[name, at] as const] : [])).toReversed()
  return (line: readonly string[], index: number) => {
    const properties = Object.fromEntries(columns.map(([name, at]) => [name, line[at] ?? '']))
    const place = `line ${index + 2}`
    const plotId = plotIdIn(properties, undefined)
    return { place, plotId, attributes: attributesIn(properties, plotId ?? place) }
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

const isNothing = (text: string | undefined): boolean => !text || /^(?:na|n\/a|nan|null|\.|-|–)$/i.test(text)

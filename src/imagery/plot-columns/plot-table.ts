// A table with a line for each plot, or for each value of one: which row is its heading, and which column says what.
import type { Plot } from '#domain/trials.ts'
import { findHeading, type LaidOut, type Line, type Rows } from '../tables/lay-out.ts'
import { type DayOrder, dayOrderOf } from '../tables/read-date.ts'
import { attributesOf, type CellOf, plotIdOf } from './attributes.ts'
import type { PlotRole } from './names.ts'
import { looseId } from './plot-ids.ts'
import { namedRoles, rolesIn } from './roles.ts'

/** What a person chose in place of what was found. */
export type TableChoices<Role extends string = never> = {
  /** The place of its row; null for none. */
  heading?: number | null | undefined
  /** By the place of the column; '' for nothing. */
  roles?: Readonly<Record<number, PlotRole | Role | ''>> | undefined
  dayOrder?: DayOrder | undefined
}

export type TableColumn<Role extends string = never> = {
  title: string
  role: PlotRole | Role | ''
  /** Its first cells. */
  first: string[]
}

const FIRST_CELLS = 3

/** Whether lines are found by what these roles say. */
export const isIdentity = (roles: readonly string[]): boolean =>
  roles.includes('plotId') || (roles.includes('row') && roles.includes('column'))

/** The row whose titles name the most; where none names what finds a plot, the row above the first id of a plot. */
export function headingOf(
  rows: Rows,
  plotIds: ReadonlySet<string>,
  more: (cells: readonly string[]) => number = () => 0,
) {
  const named = findHeading(rows, (cells) => namedRoles(cells).length + more(cells))
  const roles = named === undefined ? [] : namedRoles(rows[named] ?? [])
  if (named !== undefined && (isIdentity(roles) || roles.length > 1)) return { heading: named, isSure: true }
  const first = firstIdIn(rows, plotIds)
  if (first !== undefined) return { heading: first === 0 ? null : first - 1, isSure: true }
  return { heading: named ?? findHeading(rows, () => 1) ?? 0, isSure: false }
}

/** How many roles the best heading names: of several sheets, the one with plots has most. */
export const rolesNamed = (rows: Rows): number =>
  rows.reduce((most, cells) => Math.max(most, namedRoles(cells).length), 0)

const IDS_MIN = 0.8
const COLUMNS_LOOKED_AT = 50

/** The first row of a column in which nearly nothing but ids of plots stands. */
function firstIdIn(rows: Rows, plotIds: ReadonlySet<string>): number | undefined {
  const ids = new Set([...plotIds].map(looseId))
  const width = Math.min(COLUMNS_LOOKED_AT, Math.max(0, ...rows.slice(0, 50).map(({ length }) => length)))
  for (let at = 0; at < width; at += 1) {
    const cells = rows.map((row) => looseId(row[at] ?? ''))
    const found = cells.filter((cell) => ids.has(cell)).length
    if (found > 1 && found >= IDS_MIN * (cells.filter((cell) => cell !== '').length - 2))
      return cells.findIndex((cell) => ids.has(cell))
  }
  return undefined
}

export type PlotLine = Line & { place: string; plotId: string | undefined; attributes: Plot['attributes'] }

/** The columns as they are found, with what a person chose in their place. */
export function columnsOf<Role extends string>(
  { titles, lines }: LaidOut,
  { plotIds, chosen = {} }: { plotIds: ReadonlySet<string>; chosen?: TableChoices<Role>['roles'] },
): TableColumn<Role>[] {
  const columns = titles.map((title, at) => ({ title, texts: lines.map(({ cells }) => cells[at] ?? '') }))
  const found = new Map(Object.entries(rolesIn(columns, plotIds)).map(([role, at]) => [at, role as PlotRole]))
  const taken = new Set(Object.values(chosen))
  return columns.map(({ title, texts }, at) => {
    const role = found.get(at)
    const usual = role === undefined || taken.has(role) ? '' : role
    return {
      title: title === '' ? `Column ${letterOf(at)}` : title,
      role: chosen[at] ?? usual,
      first: texts.filter((text) => text !== '').slice(0, FIRST_CELLS),
    }
  })
}

/** As spreadsheets name it. */
const letterOf = (at: number): string =>
  (at < 26 ? '' : letterOf(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))

/** Reads which plot a line is about. @throws UnreadablePlots */
export function plotLines(
  lines: readonly Line[],
  columns: readonly TableColumn<string>[],
  dayOrder: DayOrder | undefined,
): PlotLine[] {
  const places = new Map(columns.map(({ role }, at) => [role, at] as const).toReversed())
  const order = dayOrder ?? dayOrderOf(cellsIn(lines, places.get('plantingDate')))
  return lines.map((line) => {
    const cellOf: CellOf = (role) => line.cells[places.get(role) ?? -1]
    const place = `line ${line.number}`
    const plotId = plotIdOf(cellOf)
    return {
      ...line,
      place,
      plotId,
      attributes: attributesOf(cellOf, plotId === undefined ? place : `plot ${plotId}`, order),
    }
  })
}

const cellsIn = (lines: readonly Line[], at: number | undefined): string[] =>
  at === undefined ? [] : lines.map(({ cells }) => cells[at] ?? '')

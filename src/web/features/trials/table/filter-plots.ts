// The filter of the table: words that plots have, and conditions such as `yield > 4000 and rep = 2`.
import { DATE_UNIT, dayOf } from '#domain/dates.ts'
import { naturalOrder } from '#domain/natural-order.ts'
import { numberReader } from '#imagery/tables/read-number.ts'
import { valueText } from '../messages.ts'
import type { PlotOutline } from '../workspace/plot-geometry.ts'
import type { TableColumn } from './table-model.ts'

const CONDITION = /^(?<name>[^<>=!≤≥≠]+)(?<sign><=|>=|!=|<>|[<>=≤≥≠])(?<value>.*)$/
const SIGNS: Readonly<Record<string, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '≠': (order) => order !== 0,
  '<': (order) => order < 0,
  '≤': (order) => order <= 0,
  '>': (order) => order > 0,
  '≥': (order) => order >= 0,
}
const SAME: Readonly<Record<string, string>> = { '!=': '≠', '<>': '≠', '<=': '≤', '>=': '≥' }

type Of = { plots: readonly PlotOutline[]; columns: readonly TableColumn[] }
type Filtered = { places: number[]; problems: string[] }

/** Places of the plots that have all of it. A condition that can't be read says why, and leaves nothing out. A plot without a value meets no condition on it. */
export function filterPlots({ plots, columns }: Of, text: string): Filtered {
  const offered = [plotColumn(plots), ...columns]
  const problems: string[] = []
  const tests = text.split(/ and |[;&]/i).flatMap((part) => {
    const { name, sign, value } = CONDITION.exec(part.trim())?.groups ?? {}
    if (name === undefined || sign === undefined) return hasWords(plots, part)
    const condition = conditionOn(offered, { name, sign: SAME[sign] ?? sign, value: (value ?? '').trim() })
    if (typeof condition !== 'string') return condition
    problems.push(condition)
    return []
  })
  return { places: [...plots.keys()].filter((at) => tests.every((test) => test(at))), problems }
}

const plotColumn = (plots: readonly PlotOutline[]): TableColumn => ({
  id: 'plot',
  title: 'Plot',
  unit: '',
  cells: plots.map(({ plotId }) => plotId),
})

/** Any text of a plot contains each of the words. */
function hasWords(plots: readonly PlotOutline[], text: string): (at: number) => boolean {
  const wanted = text.toLocaleLowerCase('en').split(/\s+/).filter(Boolean)
  return (at) => {
    const { plotId = '', attributes = {} } = plots[at] ?? {}
    const said = [plotId, ...Object.values(attributes)].join(' ').toLocaleLowerCase('en')
    return wanted.every((word) => said.includes(word))
  }
}

type Asked = { name: string; sign: string; value: string }

/** What a plot has to meet, or why that can't be told. */
function conditionOn(
  columns: readonly TableColumn[],
  { name, sign, value }: Asked,
): ((at: number) => boolean) | string {
  const called = columnsCalled(columns, name.trim().toLocaleLowerCase('en'))
  const [column] = called
  if (!column) return `No column begins with “${name.trim()}”.`
  if (called.length > 1) return `“${name.trim()}” may be ${called.map(({ title }) => title).join(' or ')}.`
  if (value === '') return `${column.title} ${sign} needs a value.`
  const compare = comparison(column, value)
  const test = SIGNS[sign]
  if (!compare || !test) return `“${value}” is no ${column.unit === DATE_UNIT ? 'date such as 2026-07-14' : 'number'}.`
  return (at) => {
    const cell = column.cells[at] ?? null
    return cell !== null && test(compare(cell))
  }
}

const titleOf = ({ title }: TableColumn): string => title.toLocaleLowerCase('en')

/** The column with this title, with or without its unit; else those that begin with it. */
function columnsCalled(columns: readonly TableColumn[], name: string): TableColumn[] {
  const exact = columns.filter((column) => titleOf(column) === name || titleOf(column).startsWith(`${name},`))
  return exact.length > 0 ? exact : columns.filter((column) => titleOf(column).startsWith(name))
}

/** As on the screen, a point is the decimal mark. */
const readNumber = numberReader('point')

const dayTyped = (text: string): number => (/^\d{4}-\d\d-\d\d$/.test(text) ? dayOf(text) : Number.NaN)

/** How a cell stands to a value. Numbers are the same where they look the same in the table. */
function comparison({ cells, unit }: TableColumn, value: string): ((cell: number | string) => number) | null {
  if (!cells.some((cell) => typeof cell === 'number'))
    return (cell) => naturalOrder(String(cell).toLocaleLowerCase('en'), value.toLocaleLowerCase('en'))
  const wanted = unit === DATE_UNIT ? dayTyped(value) : readNumber(value)
  if (typeof wanted !== 'number' || !Number.isFinite(wanted)) return null
  const text = valueText(wanted, unit)
  return (cell) => (typeof cell !== 'number' ? Number.NaN : valueText(cell, unit) === text ? 0 : cell - wanted)
}

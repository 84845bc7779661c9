import { dateOfDay } from '#domain/dates.ts'
import { OWN_NAME_MAX, OWN_NUMBER_MAX, OWN_TEXT_MAX, type Plot } from '#domain/trials.ts'
import { isFieldBookId, plotIdsByFieldBookId } from '../field-book/unique-ids.ts'
import { type JoinedBy, plotFinder } from '../plot-names/join-names.ts'
import { readDay } from '../tables/read-date.ts'
import { type DecimalMark, decimalMarkOf, numberReader } from '../tables/read-number.ts'
import type { PlotValue } from './plot-value.ts'
import type { ValueCell, ValueColumn } from './read-values.ts'
import { recordedColumn } from './recorded-traits.ts'

export type JoinedColumn = Pick<ValueColumn, 'name' | 'unit' | 'takenOn' | 'blanks'> & {
  values: PlotValue[]
  /** Different values that are neither numbers nor dates, and how many there are. */
  texts: { count: number; some: string[] }
  /** Plots without a value. */
  missing: string[]
  /** Numbers that count as no value, such as -9999, and how many plots have one. */
  marks: { count: number; some: number[] }
  /** The first and the last day on which a value was taken, when these differ. */
  days: { first: string; last: string } | undefined
  /** Lines for no plot. */
  unmatched: string[]
  /** Lines for a plot that has another one, which counts. */
  duplicates: string[]
  /** Which of several for a plot: the latest, or, without times, the first. */
  counts: 'latest' | 'first'
  /** Why it can't be taken. */
  problem: string | undefined
}

export type JoinedValues = { by: JoinedBy; columns: JoinedColumn[] }

type Plots = readonly Pick<Plot, 'plotId' | 'attributes'>[]

type Options = {
  trialId: string
  /** Of numbers that don't tell it themselves. */
  usualMark?: DecimalMark | undefined
}

/** Ties values to plots. Of several for a plot the latest counts; without a time the first. @throws UnreadablePlots */
export function joinValues(plots: Plots, given: readonly ValueColumn[], { trialId, usualMark }: Options): JoinedValues {
  const columns = ofTrial(plots, given, trialId)
  const { by, find } = plotFinder(
    plots,
    columns.flatMap(({ cells }) => cells),
  )
  const read = numberReader(
    decimalMarkOf(
      columns.flatMap(({ cells }) => cells.map(({ text }) => text)),
      usualMark,
    ),
  )
  return {
    by,
    columns: columns.map(({ cells, ...column }) => {
      const taken = new Map<string, ValueCell>()
      const [unmatched, duplicates]: [string[], string[]] = [[], []]
      for (const cell of cells) {
        const plotId = find(cell)?.plotId
        const before = plotId === undefined ? undefined : taken.get(plotId)
        if (plotId === undefined) unmatched.push(labelOf(cell))
        else if (before && cell.time <= before.time) duplicates.push(labelOf(cell))
        else {
          if (before) duplicates.push(labelOf(before))
          taken.set(plotId, cell)
        }
      }
      const { values, marks } = recorded([...taken].map(([plotId, { text }]) => ({ plotId, value: read(text) })))
      const missing = plots.flatMap(({ plotId }) => (taken.has(plotId) ? [] : [plotId]))
      const counts = cells.some(({ time }) => time !== '') ? ('latest' as const) : ('first' as const)
      const about = { texts: textsIn(values), missing, marks, days: daysOf([...taken.values()]), counts }
      return { ...column, ...about, values, unmatched, duplicates, problem: problemIn(column, values) }
    }),
  }
}

/** Dates of a column of dates as 2026-08-15, however they are written, and what counts as no value. */
function recorded(values: PlotValue[]): Pick<JoinedColumn, 'values' | 'marks'> {
  const about = { name: '', unit: null, takenOn: null, chosenType: null }
  const { type, numbers, missing } = recordedColumn({ ...about, values })
  const marks = { count: missing.size, some: [...new Set(missing.values())] }
  if (type !== 'date') return { values, marks }
  const dates = values.map(({ plotId, value }) => {
    const day = numbers.get(plotId)
    return { plotId, value: day === undefined ? value : dateOfDay(day) }
  })
  return { values: dates, marks }
}

/** By ids of Field Book where lines have them: those of another trial are of no plot, even in the same row and column. */
function ofTrial(plots: Plots, columns: readonly ValueColumn[], trialId: string): ValueColumn[] {
  const own = plotIdsByFieldBookId(plots, trialId)
  const find = (cell: ValueCell): ValueCell => {
    const { uniqueId } = cell
    if (uniqueId === undefined || !isFieldBookId(uniqueId)) return cell
    const plotId = own.get(uniqueId)
    return plotId === undefined ? { ...cell, plotId: uniqueId, attributes: {} } : { ...cell, plotId }
  }
  return columns.map((column) => ({ ...column, cells: column.cells.map(find) }))
}

const TEXTS_NAMED_MAX = 5

function textsIn(values: readonly PlotValue[]): JoinedColumn['texts'] {
  const texts = values.flatMap(({ value }) => (typeof value === 'string' && readDay(value) !== value ? [value] : []))
  return { count: texts.length, some: [...new Set(texts)].slice(0, TEXTS_NAMED_MAX) }
}

function daysOf(cells: readonly ValueCell[]): JoinedColumn['days'] {
  const days = cells.flatMap(({ day }) => day ?? []).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  return first === undefined || last === undefined || first === last ? undefined : { first, last }
}

const labelOf = ({ place, plotId }: ValueCell): string => (plotId === undefined ? place : `${place}: ${plotId}`)

function problemIn({ name }: Pick<ValueColumn, 'name'>, values: readonly PlotValue[]): string | undefined {
  if (name.length > OWN_NAME_MAX) return `Its name is longer than ${OWN_NAME_MAX} characters`
  if (values.some(({ value }) => typeof value === 'string' && value.length > OWN_TEXT_MAX))
    return `A text is longer than ${OWN_TEXT_MAX} characters`
  if (values.some(({ value }) => typeof value === 'number' && Math.abs(value) > OWN_NUMBER_MAX))
    return `A number is larger than ${OWN_NUMBER_MAX.toLocaleString('en')}`
  return values.length === 0 ? 'No line is for a plot of this trial' : undefined
}

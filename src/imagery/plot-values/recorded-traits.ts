// What people have scored, weighed or dated: own columns as traits, with a value for each plot on one date or none.
import { DATE_UNIT, dayOf } from '#domain/dates.ts'
import { OWN_NUMBER_MAX, type ValueType } from '#domain/trials.ts'
import { missingMarks } from '../tables/missing.ts'
import { dayOrderOf, readDay } from '../tables/read-date.ts'
import { decimalMarkOf, numberReader } from '../tables/read-number.ts'
import type { PlotValue } from './plot-value.ts'

export type OwnColumn = {
  name: string
  unit: string | null
  takenOn: string | null
  /** As a person chose; null to tell it from the values. */
  chosenType: ValueType | null
  values: readonly PlotValue[]
}

export type RecordedColumn = {
  /** Its trait: columns of one name, unit and type are one on several dates. No measured trait has such an id. */
  trait: string
  name: string
  /** Empty without one; of dates, theirs. */
  unit: string
  takenOn: string | null
  type: ValueType
  /** By plot. Dates are days. */
  numbers: ReadonlyMap<string, number>
  /** By plot, what is no number or date as it was written: all of a text column, and what has slipped into another one. */
  texts: ReadonlyMap<string, string>
  /** By plot, numbers that stand for no value, such as -9999. */
  missing: ReadonlyMap<string, number>
}

export type RecordedTrait = Pick<RecordedColumn, 'trait' | 'name' | 'unit'> & {
  /** Without a date first, then in the order of dates. */
  columns: readonly RecordedColumn[]
}

/** Reads the values of a column by its type, which is what most of its values are unless a person chose it. */
export function recordedColumn({ name, unit: given, takenOn, chosenType, values }: OwnColumn): RecordedColumn {
  const texts = values.flatMap(({ value }) => (typeof value === 'string' ? [value.trim()] : []))
  const readers = { number: ownNumberReader(texts), date: dayReader(texts), text: () => undefined }
  const type = chosenType ?? usualType(values, readers)
  const unit = type === 'date' ? DATE_UNIT : (given ?? '')
  const column = {
    trait: `own:${[name, unit === '' ? null : unit, type].filter((part) => part !== null).join(':')}`,
    name,
    unit,
    takenOn,
    type,
    numbers: new Map<string, number>(),
    texts: new Map<string, string>(),
    missing: new Map<string, number>(),
  }
  for (const { plotId, value } of values) {
    const number = readers[type](value)
    if (number === undefined) column.texts.set(plotId, String(value))
    else column.numbers.set(plotId, number)
  }
  if (type === 'number') moveMissing(column.numbers, column.missing)
  return column
}

function moveMissing(numbers: Map<string, number>, missing: Map<string, number>): void {
  const marks = missingMarks(numbers.values())
  for (const [plotId, number] of numbers)
    if (marks.includes(number)) {
      missing.set(plotId, number)
      numbers.delete(plotId)
    }
}

type Reader = (value: number | string) => number | undefined

function ownNumberReader(texts: readonly string[]): Reader {
  const read = numberReader(decimalMarkOf(texts))
  return (value) => {
    const number = typeof value === 'number' ? value : read(value.trim())
    return typeof number === 'number' && Math.abs(number) <= OWN_NUMBER_MAX ? number : undefined
  }
}

function dayReader(texts: readonly string[]): Reader {
  const order = dayOrderOf(texts)
  return (value) => {
    const date = typeof value === 'string' ? readDay(value.trim(), order) : undefined
    return date === undefined ? undefined : dayOf(date)
  }
}

/** Numbers as long as nothing is there. */
function usualType(values: OwnColumn['values'], { number, date }: Record<ValueType, Reader>): ValueType {
  const count = (read: Reader): number => values.filter(({ value }) => read(value) !== undefined).length
  if (count(number) * 2 > values.length || values.length === 0) return 'number'
  return count(date) * 2 > values.length ? 'date' : 'text'
}

/** The columns of numbers and dates that have a value, as traits. */
export function recordedTraits(columns: readonly RecordedColumn[]): RecordedTrait[] {
  const valued = columns.filter(({ type, numbers }) => type !== 'text' && numbers.size > 0)
  return [...Map.groupBy(valued, ({ trait }) => trait).values()].flatMap((same) => {
    const [first] = same
    if (!first) return []
    const { trait, name, unit } = first
    return [{ trait, name, unit, columns: same.toSorted((a, b) => (a.takenOn ?? '').localeCompare(b.takenOn ?? '')) }]
  })
}

/** No trait that is measured has such an id. */
export const isRecorded = (trait: string): boolean => trait.startsWith('own:')

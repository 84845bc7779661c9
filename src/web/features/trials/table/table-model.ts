// The rows of the table: which ones are shown, and in which order.

import { DATE_UNIT, dateOfDay, dateText } from '#domain/dates.ts'
import { naturalOrder } from '#domain/natural-order.ts'
import { recordedColumn } from '#imagery/plot-values/recorded-traits.ts'
import type { Excluded } from '../analysis/use-excluded.ts'
import type { OwnColumn } from '../field-book-queries.ts'
import type { CommonFlag } from '../workspace/common-flags.ts'
import type { PlotOutline } from '../workspace/plot-geometry.ts'

/** A column of numbers or of texts, in the order of the plots. Dates are days, in their unit. */
export type TableColumn = {
  id: string
  title: string
  unit: string
  cells: readonly (number | string | null)[]
  /** What it is computed of. */
  hint?: string
  /** Why it has no values. */
  note?: string
  /** At the left. */
  isText?: boolean
  /** Says where a plot lies, which says nothing of its genotype. */
  isPlace?: boolean
  /** What to know before a value is used. */
  flags?: readonly (readonly string[])[] | undefined
  /** Warnings that most plots share; `flags` has the others. */
  commonFlags?: readonly CommonFlag[]
  /** The flights that the values are of. */
  flightIds?: readonly string[] | undefined
  /** What the address says when a value is looked at. */
  opens?: Readonly<Record<string, string>>
  /** Stays beside the plot when the table is scrolled. */
  isFrozen?: boolean
  /** Its cells are typed by people. */
  own?: OwnColumn
}

const ALL_DATES: readonly (string | undefined)[] = [undefined]

const ATTRIBUTES = [
  ['genotype', 'Genotype'],
  ['row', 'Row'],
  ['column', 'Column'],
  ['rep', 'Replicate'],
  ['block', 'Block'],
  ['entry', 'Entry'],
  ['entryType', 'Entry type'],
  ['treatment', 'Treatment'],
] as const

const PLACES: ReadonlySet<string> = new Set(['row', 'column', 'rep', 'block'])

/** What is known of plots, as far as any has it. */
export const identityColumns = (plots: readonly PlotOutline[]): TableColumn[] =>
  ATTRIBUTES.filter(([name]) => plots.some(({ attributes }) => attributes[name] !== undefined)).map(
    ([name, title]) => ({
      id: name,
      title,
      unit: '',
      cells: plots.map(({ attributes }) => attributes[name] ?? null),
      isText: true,
      isPlace: PLACES.has(name),
      isFrozen: name === 'genotype',
    }),
  )

/** Why the value of a plot counts in no mean. A column that is of no flight leaves out plots that are excluded on all dates. */
export const whyExcluded = (
  { flightIds }: Pick<TableColumn, 'flightIds'>,
  plotId: string,
  excluded: Excluded,
): string | undefined =>
  (flightIds ?? ALL_DATES).map((flightId) => excluded.why(plotId, flightId)).find((one) => one !== undefined)?.reason

export const titleOfOwn = ({ name, unit, takenOn }: Pick<OwnColumn, 'name' | 'unit' | 'takenOn'>): string =>
  [unit === null ? name : `${name}, ${unit}`, takenOn && dateText(takenOn)].filter(Boolean).join(' ')

/** What people have scored or weighed. */
export const ownColumns = (plots: readonly PlotOutline[], columns: readonly OwnColumn[]): TableColumn[] =>
  columns.map((own) => {
    const { unit, type, numbers, texts } = recordedColumn(own)
    const cells = plots.map(({ plotId }) => numbers.get(plotId) ?? texts.get(plotId) ?? null)
    return {
      id: `own-${own.columnId}`,
      title: titleOfOwn(own),
      unit,
      cells,
      own,
      ...(type === 'text' && { isText: true }),
    }
  })

/** In full precision, as people type it. */
export const plainText = (cell: number | string | null, unit: string): string =>
  typeof cell === 'number' && unit === DATE_UNIT ? dateOfDay(cell) : String(cell ?? '')

export type Sort = { id: string; isDown: boolean }

/** Places of plots in the order of a column; those without a value come last. Checks stay on top. */
export function sorted(
  places: readonly number[],
  cells: TableColumn['cells'] | undefined,
  { isDown, isCheck }: { isDown: boolean; isCheck: (at: number) => boolean },
): number[] {
  const sign = isDown ? -1 : 1
  return places.toSorted((a, b) => {
    const checks = Number(isCheck(b)) - Number(isCheck(a))
    if (checks !== 0 || !cells) return checks
    const [left, right] = [cells[a] ?? null, cells[b] ?? null]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    if (typeof left === 'number' && typeof right === 'number') return sign * (left - right)
    return sign * naturalOrder(String(left), String(right))
  })
}

import { type ReactNode, useState } from 'react'
import { DATE_UNIT, dateOfDay } from '#domain/dates.ts'
import { naturalOrder } from '#domain/natural-order.ts'
import { PRINT_ROWS_MAX, usePrinting } from '#web/lib/printing.ts'
import { useView } from '#web/lib/view.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { whenOver } from '../workspace/pointed-plots.ts'
import { CutOnPaper } from '../workspace/print-button.tsx'

/** A column of a table, of a file, and what it is sorted by. Words come after numbers, and nothing last. */
export type FigureColumn<Row> = {
  id: string
  title: string
  /** On the screen; the title when left out. */
  heading?: string
  value: (row: Row) => number | string | null
  /** How it looks; the value as it is when left out. */
  text?: (row: Row) => ReactNode
  /** Words, at the left. */
  isText?: boolean
}

/** Dates stand as dates in files, and sort as these. */
export const figureValue = (value: number | null, unit: string): number | string | null =>
  value !== null && unit === DATE_UNIT ? dateOfDay(value) : value

type FigureTableProps<Row> = {
  label: string
  /** The parameter of the address that holds the order, such as '-area'. */
  orderBy: string
  /** The first one names the row. */
  columns: readonly FigureColumn<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => string
  chosen?: string | null
  onChoose?: (id: string) => void
  /** The row that has the pointer or the focus. */
  onPoint?: (id: string | null) => void
}

const ROWS_AT_ONCE = 100

/** Sorted by its headings. The name of a row is a button that chooses it. */
export function FigureTable<Row>(props: FigureTableProps<Row>) {
  const { label, orderBy, columns, rows } = props
  const [view, show] = useView()
  const [shown, setShown] = useState(ROWS_AT_ONCE)
  const isPrinting = usePrinting()
  const order = view.get(orderBy) ?? ''
  const by = columns.find(({ id }) => id === order.replace(/^-/, ''))
  const isDown = order.startsWith('-')
  const sorted = by ? rows.toSorted((a, b) => compare(by.value(a), by.value(b), isDown ? -1 : 1)) : rows
  const sortBy = ({ id, isText }: FigureColumn<Row>) =>
    show({ [orderBy]: by?.id === id ? `${isDown ? '' : '-'}${id}` : `${isText ? '' : '-'}${id}` })
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys */}
      <section tabIndex={0} aria-label={label} className="max-h-[70dvh] overflow-auto border-y border-line-strong">
        <CutOnPaper rows={rows.length} />
        <table className="w-full border-collapse text-sm tabular-nums">
          <thead className="sticky top-0 z-10 bg-paper text-left text-xs text-muted">
            <tr>
              {columns.map((column) => (
                <th
                  key={column.id}
                  scope="col"
                  aria-sort={by?.id === column.id ? (isDown ? 'descending' : 'ascending') : 'none'}
                  className={classNames('px-2 py-2 align-bottom font-semibold', !column.isText && 'text-right')}
                >
                  <button
                    type="button"
                    className={classNames(
                      'rounded px-1 py-0.5 hover:text-ink hover:underline',
                      column.isText ? '-ml-1 text-left' : '-mr-1 text-right',
                    )}
                    onClick={() => sortBy(column)}
                  >
                    {column.heading ?? column.title}
                    {by?.id === column.id && (isDown ? ' ↓' : ' ↑')}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, isPrinting ? PRINT_ROWS_MAX : shown).map((row) => (
              <FigureRow key={props.idOf(row)} {...props} row={row} />
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > shown && (
        <Button variant="secondary" className="self-center" onClick={() => setShown(shown + ROWS_AT_ONCE)}>
          {`Show more of ${rows.length.toLocaleString('en')} rows`}
        </Button>
      )}
    </div>
  )
}

function FigureRow<Row>({ row, columns, idOf, chosen, onChoose, onPoint }: FigureTableProps<Row> & { row: Row }) {
  const [head, ...others] = columns
  const id = idOf(row)
  const name = head?.text?.(row) ?? head?.value(row)
  return (
    <tr
      className={classNames('border-t border-line', id === chosen && 'bg-card', onPoint && 'hover:bg-card')}
      {...(onPoint && whenOver((isOver) => onPoint(isOver ? id : null)))}
    >
      <th scope="row" className="min-w-28 px-2 py-1 text-left font-semibold @xl:min-w-32 @xl:whitespace-nowrap">
        {onChoose ? (
          <button
            type="button"
            aria-pressed={id === chosen}
            className="-ml-1 rounded px-1 py-0.5 text-left underline-offset-2 hover:underline"
            onClick={() => onChoose(id)}
          >
            <bdi>{name}</bdi>
          </button>
        ) : (
          <bdi>{name}</bdi>
        )}
      </th>
      {others.map((column) => (
        <td key={column.id} className={classNames('px-2 py-1', !column.isText && 'text-right whitespace-nowrap')}>
          {column.text ? column.text(row) : (column.value(row) ?? '–')}
        </td>
      ))}
    </tr>
  )
}

type Value = number | string | null

function compare(a: Value, b: Value, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b)
  if (typeof a === 'string' && typeof b === 'string') return sign * naturalOrder(a, b)
  return typeof a === 'number' ? -1 : 1
}

import type { ReactNode } from 'react'
import { colourOf } from '#imagery/traits/derived/colour-scale.ts'
import { classNames } from '#web/ui/class-names.ts'
import { coefficientText } from '../messages.ts'

/** Light enough for dark figures. */
const PALE = 0.5

/** The background of a correlation, −1 to 1, the lightest for 0. */
const correlationColour = (r: number): string => colourOf(r * PALE, [-1, 1], { ramp: 'change', classes: 0 })

/** A correlation, and what a click on it shows. */
export type HeatCell = { r: number; hint: string; isChosen?: boolean; onChoose?: () => void } | null

type MatrixProps = {
  label: string
  /** The heading of the first column. */
  corner: string
  columns: readonly { id: string; title: string }[]
}

/** A table that scrolls below its headings. `last` is the heading of a further column. */
export const Matrix = ({
  label,
  corner,
  columns,
  last,
  children,
}: MatrixProps & { last?: string; children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys
  <section tabIndex={0} aria-label={label} className="max-h-[70dvh] w-full overflow-auto">
    <table className="border-collapse text-sm tabular-nums">
      <thead className="sticky top-0 bg-paper text-xs text-muted">
        <tr>
          <th scope="col" className="px-2 py-2 text-left font-semibold">
            {corner}
          </th>
          {columns.map(({ id, title }) => (
            <th key={id} scope="col" className="px-2 font-semibold whitespace-nowrap">
              {title}
            </th>
          ))}
          {last !== undefined && (
            <th scope="col" className="px-2 text-left font-semibold">
              {last}
            </th>
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
)

type HeatTableProps = MatrixProps & {
  rows: readonly { id: string; title: string; hint?: string; cells: readonly HeatCell[] }[]
}

/** Correlations, on colours of their own to both sides of 0. */
export const HeatTable = ({ rows, ...matrix }: HeatTableProps) => (
  <Matrix {...matrix}>
    {rows.map(({ id, title, hint, cells }) => (
      <tr key={id}>
        <th
          scope="row"
          title={hint}
          className="min-w-28 px-2 text-left text-xs font-semibold text-muted sm:whitespace-nowrap"
        >
          {title}
        </th>
        {matrix.columns.map((column, at) => {
          const cell = cells[at] ?? null
          return (
            <td key={column.id} className="p-0.5 text-center">
              {cell ? <Cell {...cell} /> : <span className="text-muted">–</span>}
            </td>
          )
        })}
      </tr>
    ))}
  </Matrix>
)

function Cell({ r, hint, isChosen = false, onChoose }: NonNullable<HeatCell>) {
  const shown = {
    title: hint,
    className: classNames(
      'block w-full rounded px-2 py-1 text-center text-ramp-9',
      onChoose && 'hover:outline-2 hover:outline-focus aria-pressed:outline-2 aria-pressed:outline-ink',
    ),
    style: { background: correlationColour(r) },
  }
  if (!onChoose) return <span {...shown}>{coefficientText(r)}</span>
  return (
    <button type="button" aria-pressed={isChosen} onClick={onChoose} {...shown}>
      {coefficientText(r)}
    </button>
  )
}

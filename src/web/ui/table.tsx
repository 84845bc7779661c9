/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- cards lose the table's own roles */
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from './class-names.ts'

/*
 * Rows of 44 px with a header that stays below the top bar. Where the table has less than 42rem of width, each row becomes a card
 * whose cells name their column; roles are spelled out because cards take the table's display away.
 */

type TableProps = {
  /** What the rows are, for screen readers. */ label: string
  columns: ReactNode
  children: ReactNode
}

export const Table = ({ label, columns, children }: TableProps) => (
  <div className="@container">
    <table role="table" aria-label={label} className="block w-full text-sm @2xl:table">
      <thead role="rowgroup" className="sr-only @2xl:not-sr-only @2xl:table-header-group!">
        <tr role="row">{columns}</tr>
      </thead>
      <tbody role="rowgroup" className="flex flex-col gap-3 @2xl:table-row-group">
        {children}
      </tbody>
    </table>
  </div>
)

type Alignment = { /** Figures stand to the right. */ figures?: boolean }

export const Column = ({ figures = false, className, ...rest }: ComponentPropsWithRef<'th'> & Alignment) => (
  <th
    {...rest}
    role="columnheader"
    scope="col"
    className={classNames(
      'sticky top-14 z-10 h-10 border-b border-line-strong bg-paper px-3 text-left text-xs font-semibold tracking-wide whitespace-nowrap text-muted',
      figures && 'text-right!',
      className,
    )}
  />
)

export const Row = ({ className, ...rest }: ComponentPropsWithRef<'tr'>) => (
  <tr
    {...rest}
    role="row"
    className={classNames(
      'flex flex-col rounded-md border border-line bg-card px-4 py-2.5',
      '@2xl:table-row @2xl:h-11 @2xl:rounded-none @2xl:border-0 @2xl:bg-transparent @2xl:hover:bg-card',
      className,
    )}
  />
)

type CellProps = ComponentPropsWithRef<'td'> &
  Alignment & {
    /** The column's name, shown beside the value when the row is a card. */
    label: string
    /** The name of the row's thing: the strongest text, and the head of the card. */
    strong?: boolean
  }

export const Cell = ({ label, figures = false, strong = false, className, children, ...rest }: CellProps) => (
  <td
    {...rest}
    role="cell"
    className={classNames(
      'flex min-h-8 items-center gap-3 py-0.5 @2xl:table-cell @2xl:h-11 @2xl:border-b @2xl:border-line @2xl:px-3 @2xl:py-1',
      strong && 'font-semibold @max-2xl:order-first @max-2xl:text-base',
      figures && 'tabular-nums @2xl:text-right',
      className,
    )}
  >
    <span
      aria-hidden
      className={classNames('w-24 shrink-0 text-xs font-normal text-muted @2xl:hidden', strong && 'hidden')}
    >
      {label}
    </span>
    <div className="min-w-0 grow">{children}</div>
  </td>
)

/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- the grid takes the implicit roles of the table elements away */
import { ChevronRight } from 'lucide-react'
import type { ComponentPropsWithRef, KeyboardEvent, ReactNode } from 'react'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { moveFocus, ROW_ACTION } from './row-navigation.ts'

/*
 * A grid whose rows share its columns, so that a column gets the width that its content needs, and long texts share what is
 * left. Where there is no room for a table, each row becomes a card: number, name and status on the first line, the rest
 * below. The whole card is the button. ARIA roles are explicit because the grid overrides the display of the table elements.
 */

type TableProps = {
  /** The accessible name of the table. */ label: string
  /** Classes with the widths of the columns: `max-content` for short values, `minmax(…, auto)` for texts that may be cut. */
  tracks: string
  columns: ReactNode
  children: ReactNode
}

const SUBGRID = '@table:col-span-full @table:grid @table:grid-cols-subgrid'

export const Table = ({ label, tracks, columns, children }: TableProps) => (
  <div className="@container">
    <table
      role="table"
      aria-label={label}
      className={classNames('block w-full text-sm @table:grid @table:grid-rows-[3rem_auto]', tracks)}
    >
      {/* It spans all rows, so that it can stay in view beside each of them. */}
      <thead
        role="rowgroup"
        className={classNames(
          'sr-only @table:not-sr-only @table:sticky! @table:top-14 @table:z-10 @table:row-start-1 @table:row-end-3 @table:self-start',
          SUBGRID,
        )}
      >
        <tr
          role="row"
          className={classNames(
            '@table:h-12 @table:content-center @table:border-b @table:border-line-strong @table:bg-paper',
            SUBGRID,
          )}
        >
          {columns}
        </tr>
      </thead>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles the keys of the buttons inside */}
      <tbody
        role="rowgroup"
        className={classNames('block border-t border-line @table:row-start-2 @table:border-0', SUBGRID)}
        onKeyDown={(event: KeyboardEvent) => {
          if (moveFocus(event.currentTarget, event.key)) event.preventDefault()
        }}
      >
        {children}
      </tbody>
    </table>
  </div>
)

type Placed = {
  /** Numbers are right-aligned. */
  figures?: boolean
  /** Its line in a table whose rows have two lines. */
  line?: keyof typeof LINES
}

/** A cell beside two lines, or one of the two in column 3; `name` and `belowName` share column 2 where the table is not wide. */
const LINES = {
  both: '@table:row-start-1 @table:row-end-3',
  upper3: '@table:col-start-3 @table:row-start-1 @table:self-end',
  lower3: '@table:col-start-3 @table:row-start-2 @table:self-start',
  name: '@table:row-start-1 @table:@max-wide:self-end @wide:row-end-3',
  belowName:
    '@wide:row-start-1 @wide:row-end-3 @table:@max-wide:col-start-2 @table:@max-wide:row-start-2 @table:@max-wide:self-start',
}

type ColumnProps = ComponentPropsWithRef<'th'> &
  Placed & { /** A second line: the unit of the values. */ unit?: string }

export const Column = ({ figures = false, line, unit, className, ...rest }: ColumnProps) => (
  <th
    {...rest}
    data-unit={unit}
    role="columnheader"
    scope="col"
    className={classNames(
      'px-2 text-left text-xs/4 font-semibold tracking-wide whitespace-nowrap text-muted @table:self-center',
      figures && 'text-right!',
      unit && 'after:block after:font-normal after:tracking-normal after:content-[attr(data-unit)]',
      line && LINES[line],
      className,
    )}
  />
)

export const Row = ({ className, ...rest }: ComponentPropsWithRef<'tr'>) => (
  <tr
    {...rest}
    role="row"
    className={classNames(
      'relative grid grid-cols-[1.75rem_minmax(0,1fr)_auto] gap-x-2 border-b border-line py-2.5 leading-5 active:bg-card has-focus-visible:bg-card',
      '@table:static @table:min-h-11 @table:content-center @table:gap-x-0 @table:py-1.5 @table:hover:bg-card',
      SUBGRID,
      className,
    )}
  />
)

/** The grid area of a cell when its row is a card. */
const CARD_AREAS = {
  number: '@max-table:col-start-1 @max-table:row-start-1 text-xs/5 text-muted @table:text-sm',
  name: '@max-table:col-start-2 @max-table:row-start-1 text-base/5 font-semibold @table:text-sm',
  status: '@max-table:col-start-3 @max-table:row-start-1 @max-table:justify-self-end',
  line: '@max-table:order-1 @max-table:col-start-2 @max-table:col-end-4',
  aside: '@max-table:order-2 @max-table:col-start-2 @max-table:col-end-4 @max-table:text-muted',
  foot: '@max-table:order-3 @max-table:col-start-2 @max-table:col-end-3 @max-table:self-end @max-table:text-muted',
  action: '@max-table:order-4 @max-table:col-start-3 @max-table:self-end @max-table:justify-self-end',
}

type CellProps = ComponentPropsWithRef<'td'> & Placed & { card: keyof typeof CARD_AREAS }

export const Cell = ({ card, figures = false, line, className, children, ...rest }: CellProps) => (
  <td
    {...rest}
    role="cell"
    className={classNames(
      'min-w-0 break-words @max-table:mt-0.5 @table:self-center @table:px-2',
      CARD_AREAS[card],
      figures && 'tabular-nums @table:text-right',
      line && LINES[line],
      className,
    )}
  >
    {children}
  </td>
)

/** Cut where there is no room; the full text on hover and for screen readers. An email address is always left to right. */
export const OneLine = ({ text }: { text: string }) => (
  <span title={text} className="block truncate normal-nums">
    <bdi dir={text.includes('@') ? 'ltr' : 'auto'}>{text}</bdi>
  </span>
)

type RowActionProps = {
  /** The accessible name: what it opens. */ label: string
  children: string
  onClick: () => void
}

/** The button of a row. On a card it covers the whole card. */
export const RowAction = ({ label, children, onClick }: RowActionProps) => (
  <Button
    variant="secondary"
    size="small"
    aria-label={label}
    {...{ [ROW_ACTION]: '' }}
    className={classNames(
      '@max-table:min-h-0 @max-table:gap-0.5 @max-table:border-0 @max-table:bg-transparent! @max-table:p-0 @max-table:text-action',
      '@max-table:outline-none @max-table:after:absolute @max-table:after:inset-0 @max-table:after:rounded @max-table:focus-visible:after:outline-2 @max-table:focus-visible:after:-outline-offset-2 @max-table:focus-visible:after:outline-focus',
    )}
    onClick={onClick}
  >
    {children}
    <ChevronRight aria-hidden className="size-4 @table:hidden" />
  </Button>
)

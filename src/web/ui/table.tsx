/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- cards lose the implicit roles of the table elements */
import { ChevronRight } from 'lucide-react'
import type { ComponentPropsWithRef, KeyboardEvent, ReactNode } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { moveFocus, ROW_ACTION } from './row-navigation.ts'

/*
 * Rows of 44 px with a sticky header. Where the table is narrower than 42rem, each row becomes a card:
 * number, name and status on the first line, the rest below. The whole card is the button. ARIA roles are
 * explicit because the cards override the display of the table elements.
 */

type TableProps = {
  /** The accessible name of the table. */ label: string
  columns: ReactNode
  children: ReactNode
}

export const Table = ({ label, columns, children }: TableProps) => (
  <div className="@container">
    <table role="table" aria-label={label} className="block w-full text-sm @2xl:table">
      <thead role="rowgroup" className="sr-only @2xl:not-sr-only @2xl:table-header-group!">
        <tr role="row">{columns}</tr>
      </thead>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles the keys of the buttons inside */}
      <tbody
        role="rowgroup"
        className="block border-t border-line @2xl:table-row-group @2xl:border-0"
        onKeyDown={(event: KeyboardEvent) => {
          if (moveFocus(event.currentTarget, event.key)) event.preventDefault()
        }}
      >
        {children}
      </tbody>
    </table>
  </div>
)

type Alignment = { /** Numbers are right-aligned. */ figures?: boolean }

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
      'relative grid grid-cols-[1.75rem_minmax(0,1fr)_auto] gap-x-2 border-b border-line py-2.5 leading-5 active:bg-card has-focus-visible:bg-card',
      '@2xl:static @2xl:table-row @2xl:h-11 @2xl:border-0 @2xl:py-0 @2xl:hover:bg-card',
      className,
    )}
  />
)

/** The grid area of a cell when its row is a card. */
const CARD_AREAS = {
  number: 'col-start-1 row-start-1 text-xs/5 text-muted @2xl:text-sm',
  name: 'col-start-2 row-start-1 text-base/5 font-semibold @2xl:text-sm',
  status: 'col-start-3 row-start-1 justify-self-end',
  line: 'order-1 col-start-2 col-end-4',
  aside: 'order-2 col-start-2 col-end-4 text-muted @2xl:text-ink',
  foot: 'order-3 col-start-2 col-end-3 self-end text-muted @2xl:text-ink',
  action: 'order-4 col-start-3 self-end justify-self-end',
}

type CellProps = ComponentPropsWithRef<'td'> & Alignment & { card: keyof typeof CARD_AREAS }

export const Cell = ({ card, figures = false, className, children, ...rest }: CellProps) => (
  <td
    {...rest}
    role="cell"
    className={classNames(
      'min-w-0 break-words @max-2xl:mt-0.5 @2xl:table-cell @2xl:h-11 @2xl:border-b @2xl:border-line @2xl:px-3 @2xl:py-1',
      CARD_AREAS[card],
      figures && 'tabular-nums @2xl:text-right',
      className,
    )}
  >
    {children}
  </td>
)

/** Truncated to one line; the full text on hover and for screen readers. An email address is always left to right. */
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
      '@max-2xl:min-h-0 @max-2xl:gap-0.5 @max-2xl:border-0 @max-2xl:bg-transparent! @max-2xl:p-0 @max-2xl:text-action',
      '@max-2xl:outline-none @max-2xl:after:absolute @max-2xl:after:inset-0 @max-2xl:after:rounded @max-2xl:focus-visible:after:outline-2 @max-2xl:focus-visible:after:-outline-offset-2 @max-2xl:focus-visible:after:outline-focus',
    )}
    onClick={onClick}
  >
    {children}
    <ChevronRight aria-hidden className="size-4 @2xl:hidden" />
  </Button>
)

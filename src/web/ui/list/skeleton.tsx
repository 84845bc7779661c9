import { classNames } from '../class-names.ts'

/** A placeholder of the size of the content. */
export const Skeleton = ({ className }: { className: string }) => (
  <span aria-hidden className={`block animate-pulse rounded bg-ink/10 ${className}`} />
)

const ROWS = 6
const WIDTHS = ['w-3/5', 'w-4/5', 'w-2/5', 'w-1/2', 'w-3/4']

/** Rows or cards, like the table that will replace it. */
export const TableSkeleton = ({ columns }: { columns: number }) => (
  <div aria-hidden className="@container">
    <div className="border-t border-line">
      {Array.from({ length: ROWS }, (_, row) => (
        <div
          key={row}
          className="flex flex-col justify-center gap-2 border-b border-line py-3 pl-9 @table:h-11 @table:flex-row @table:items-center @table:gap-6 @table:px-3 @table:py-0"
        >
          {Array.from({ length: columns }, (_unused, column) => (
            <span key={column} className={classNames('@table:grow @table:basis-0', column > 2 && '@max-table:hidden')}>
              <Skeleton className={classNames('h-3.5', WIDTHS[(row + column) % WIDTHS.length])} />
            </span>
          ))}
        </div>
      ))}
    </div>
  </div>
)

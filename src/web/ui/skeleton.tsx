import { classNames } from './class-names.ts'

/** A placeholder of the size of what comes. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={classNames('block animate-pulse rounded bg-ink/10', className ?? 'h-4 w-full')} />
)

const WIDTHS = ['w-3/5', 'w-4/5', 'w-2/5', 'w-1/2', 'w-3/4']

export const TableSkeleton = ({ rows = 6, columns }: { rows?: number; columns: number }) => (
  <div aria-hidden className="border-t border-line">
    {Array.from({ length: rows }, (_, row) => (
      <div key={row} className="flex h-11 items-center gap-6 border-b border-line px-3">
        {Array.from({ length: columns }, (_unused, column) => (
          <span key={column} className="grow basis-0">
            <Skeleton className={classNames('h-3.5', WIDTHS[(row + column) % WIDTHS.length])} />
          </span>
        ))}
      </div>
    ))}
  </div>
)

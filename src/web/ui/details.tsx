import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A list of names and values. */
export const Details = ({ children }: { children: ReactNode }) => (
  <dl className="border-t border-line text-sm">{children}</dl>
)

/** `stacked` puts a long value below its name. */
export const Detail = ({
  name,
  stacked = false,
  children,
}: {
  name: string
  stacked?: boolean
  children: ReactNode
}) => (
  <div
    data-detail
    className={classNames(
      'border-b border-line py-2.5',
      stacked ? 'flex flex-col gap-1' : 'grid grid-cols-[minmax(6.5rem,9.5rem)_minmax(0,1fr)] items-baseline gap-x-4',
    )}
  >
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </div>
)

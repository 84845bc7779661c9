import { type ReactNode, use } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router'
import { useListPath } from '../back-link.tsx'
import { BenchSlot } from './bench-slot.ts'

type BenchHeaderProps = {
  /** The list that it belongs to, if the reader has one. */
  back: { to: string; name: string } | undefined
  title: string
  /** Such as the customer and the crop, as far as there is room. */
  facts: string | undefined
  /** Its actions. */
  children?: ReactNode
}

/** The title of a bench and its actions, in the header of the page. */
export function BenchHeader({ back, title, facts, children }: BenchHeaderProps) {
  const slot = use(BenchSlot)
  const to = useListPath(back?.to ?? '')
  return (
    slot &&
    createPortal(
      <>
        {back && (
          <>
            <Link
              to={to}
              className="shrink-0 rounded px-1 text-sm text-muted hover:text-ink hover:underline max-sm:sr-only"
            >
              {back.name}
            </Link>
            <span aria-hidden className="text-muted max-sm:hidden">
              /
            </span>
          </>
        )}
        <h1
          className="min-w-12 truncate font-display text-base font-semibold max-sm:line-clamp-2 max-sm:text-sm/4 max-sm:whitespace-normal"
          title={title}
        >
          <bdi>{title}</bdi>
        </h1>
        {facts && <p className="min-w-0 shrink-[9] truncate text-bench text-muted max-lg:hidden">{facts}</p>}
        <div className="ml-auto flex shrink-0 items-center gap-1">{children}</div>
      </>,
      slot,
    )
  )
}

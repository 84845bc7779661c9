import { ArrowLeft } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { textFrom } from './paths.ts'
import { changed } from './view.ts'

/** The state of a link from a list to the page of a row: the list with its filters, without the dialog of a request. */
export function useListState(): { list: string } {
  const { pathname, search } = useLocation()
  return { list: `${pathname}?${changed(new URLSearchParams(search), { request: null })}` }
}

/** The path of a list, with the filters that the page was opened from. */
export function useListPath(to: string): string {
  const list = textFrom(useLocation().state, 'list')
  return list?.startsWith(`${to}?`) ? list : to
}

/** From the page of a row to its list, with the filters that it was opened from. */
export function BackLink({ to, children }: { to: string; children: string }) {
  const path = useListPath(to)
  return (
    <Link
      to={path}
      className="print:hidden -ml-1 inline-flex items-center gap-1.5 self-start rounded p-1 text-sm text-muted hover:text-ink hover:underline"
    >
      <ArrowLeft aria-hidden className="size-4" />
      {children}
    </Link>
  )
}

import { useLocation, useSearchParams } from 'react-router'
import { type Pages, useFetchPagesWhile } from './fetch-pages.ts'

/** With `replace`, the change adds no entry to the browser's history: for what changes with each key or step of a slider. */
export type ShowView = (change: Record<string, string | null>, options?: { replace: boolean }) => void

/** The view of a list: the search parameters of the URL. Null removes a parameter. */
export function useView(): [URLSearchParams, ShowView] {
  const [view, setView] = useSearchParams()
  // The list that a page was opened from.
  const { state } = useLocation()
  const show: ShowView = (change, { replace } = { replace: false }) =>
    setView(changed(currentView(), change), { preventScrollReset: true, replace, state })
  return [view, show]
}

/** The view in the address bar. The router passes the one that was rendered last, which misses a change made just before. */
const currentView = (): URLSearchParams => new URLSearchParams(window.location.search)

/** A changed filter starts on the first page again. */
export const onFirstPage = (change: Record<string, string | null>) => ({ ...change, [PAGE]: null })

const PAGE = 'page'
/** A page number from the URL must not fetch without a limit. */
const PAGES_MAX = 100

type Paged = Pages & { data?: { pages: readonly unknown[] } | undefined }

/** Keeps the number of loaded pages in the URL, so that reload and the back button restore them. */
export function usePages<Query extends Paged>(query: Query): Query {
  const [view, setView] = useSearchParams()
  const loaded = query.data?.pages.length ?? 0
  useFetchPagesWhile(query, loaded > 0 && loaded < pageFrom(view))
  return {
    ...query,
    fetchNextPage: () => {
      const page = String(loaded + 1)
      setView(changed(currentView(), { [PAGE]: page }), { preventScrollReset: true, replace: true })
      return query.fetchNextPage()
    },
  }
}

export function pageFrom(view: URLSearchParams): number {
  const page = Number(view.get(PAGE))
  return Number.isInteger(page) ? Math.min(Math.max(page, 1), PAGES_MAX) : 1
}

export function changed(view: URLSearchParams, change: Record<string, string | null>): URLSearchParams {
  const next = new URLSearchParams(view)
  for (const [name, value] of Object.entries(change)) {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  return next
}

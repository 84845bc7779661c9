import { useEffect } from 'react'

export type Pages = {
  hasNextPage: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

/** Fetches further pages as long as `needed`, because the wanted rows may be on a later page. */
export function useFetchPagesWhile(pages: Pages, needed: boolean): { isFetchingMore: boolean } {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages
  const fetchMore = needed && hasNextPage && !isFetchNextPageError
  useEffect(() => {
    if (fetchMore && !isFetching) void fetchNextPage()
  }, [fetchMore, isFetching, fetchNextPage])
  return { isFetchingMore: fetchMore }
}

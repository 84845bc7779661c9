import { useEffect } from 'react'

export type Pages = {
  hasNextPage: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

/** Fetches page after page while `wanting`: what is looked for may stand on a later one. */
export function useLoadOn(pages: Pages, wanting: boolean): { loadingOn: boolean } {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages
  const goOn = wanting && hasNextPage && !isFetchNextPageError
  useEffect(() => {
    if (goOn && !isFetching) void fetchNextPage()
  }, [goOn, isFetching, fetchNextPage])
  return { loadingOn: goOn }
}

import { type InfiniteData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'

/** A list that is asked for page by page, each from where the one before ended. */
export const useList = <Page extends { next: string | null }>(
  queryKey: QueryKey,
  load: (after: { after?: string }, signal: AbortSignal) => Promise<Page>,
  options: { staleTime?: number; refetchInterval?: number } = {},
) =>
  useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam === '' ? {} : { after: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    ...options,
  })

/** The pages of a list, each row as `change` has it. */
export const withRows = <Row, Page extends { data: Row[] }>(
  list: InfiniteData<Page, string>,
  change: (row: Row) => Row,
) => ({ ...list, pages: list.pages.map((page) => ({ ...page, data: page.data.map(change) })) })

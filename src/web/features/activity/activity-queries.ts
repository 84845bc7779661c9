import { useInfiniteQuery } from '@tanstack/react-query'
import { PAGE_SIZE } from '#contract/endpoint.ts'
import { call } from '#web/lib/api.ts'
import type { ActivityView } from './activity-view.ts'

type PageOptions = { after: string; pageSize?: number; signal: AbortSignal }

export function fetchActivity(view: ActivityView, { after, pageSize = PAGE_SIZE, signal }: PageOptions) {
  const cursor = after === '' ? {} : { after }
  return call('listActivity', { query: { ...view, ...cursor, pageSize: String(pageSize) }, signal })
}

export function useActivity(view: ActivityView) {
  return useInfiniteQuery({
    queryKey: ['activity', view],
    queryFn: ({ pageParam, signal }) => fetchActivity(view, { after: pageParam, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    // The log is opened to see the latest entries.
    staleTime: 0,
  })
}

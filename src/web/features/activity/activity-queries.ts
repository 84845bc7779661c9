import { useInfiniteQuery } from '@tanstack/react-query'
import { call, callForFile } from '#web/lib/api.ts'
import { receiveCsv } from '#web/lib/receive-csv.ts'
import type { ActivityView } from './activity-view.ts'

/** All entries of the view as a CSV file. */
export const exportActivity =
  (view: ActivityView) =>
  async (signal: AbortSignal, onRows: (rows: number) => void): Promise<Blob> =>
    receiveCsv(await callForFile('exportActivity', { query: view, signal }), onRows)

export function useActivity(view: ActivityView) {
  return useInfiniteQuery({
    queryKey: ['activity', view],
    queryFn: ({ pageParam: after, signal }) =>
      call('listActivity', { query: { ...view, ...(after && { after }) }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    // The log is opened to see the latest entries.
    staleTime: 0,
  })
}

import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnalysisOfUser, CurrentReceipt } from '#contract/analyses.ts'
import type { BodyIn } from '#contract/api.ts'
import type { FileReceipt } from '#contract/uploads.ts'
import type { VisibleStatus } from '#domain/analyses.ts'
import { minutes, seconds } from '#domain/units.ts'
import { call, callForFile, type Reply } from '#web/lib/api.ts'
import { receiveCsv } from '#web/lib/receive-csv.ts'
import { conflictIn } from './messages.ts'

const MINE = ['analyses', 'mine'] as const
const ALL = ['analyses', 'all'] as const
const ONE = ['analyses', 'one'] as const
const TIMELINES = ['analyses', 'timeline'] as const

/** The links in a list are good for an hour. */
const RENEW_LINKS_MS = minutes(30)
const RECEIPT_MS = seconds(5)

export function useMyAnalyses() {
  return useInfiniteQuery({
    queryKey: MINE,
    queryFn: ({ pageParam, signal }) => call('listMyAnalyses', { query: after(pageParam), signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    refetchInterval: RENEW_LINKS_MS,
  })
}

export type RequestsView = { search: string; first: VisibleStatus | undefined }

const queryOf = ({ search, first }: RequestsView) => ({ ...(search && { search }), ...(first && { first }) })

/** All requests of the view as a CSV file. */
export const exportRequests =
  (view: RequestsView) =>
  async (signal: AbortSignal, onRows: (rows: number) => void): Promise<Blob> =>
    receiveCsv(await callForFile('exportAnalyses', { query: queryOf(view), signal }), onRows)

export function useAllAnalyses(view: RequestsView) {
  return useInfiniteQuery({
    queryKey: [...ALL, view.search, view.first],
    queryFn: ({ pageParam, signal }) =>
      call('listAllAnalyses', { query: { ...after(pageParam), ...queryOf(view) }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    refetchInterval: RENEW_LINKS_MS,
  })
}

export function useTimeline(analysisRequestId: string) {
  return useQuery({
    queryKey: [...TIMELINES, analysisRequestId],
    queryFn: async ({ signal }) => (await call('getTimeline', { query: { analysisRequestId }, signal })).data,
  })
}

/** The request that an address names, whether or not a list has come as far as that. */
export function useAnalysis(analysisRequestId: string | null) {
  return useQuery(
    oneOf('all', analysisRequestId, async (query, signal) => (await call('getAnalysis', { query, signal })).data),
  )
}

/** As `useAnalysis`, of the customer's own. */
export function useMyAnalysis(analysisRequestId: string | null) {
  return useQuery(
    oneOf('mine', analysisRequestId, async (query, signal) => (await call('getMyAnalysis', { query, signal })).data),
  )
}

const oneOf = <Row>(
  whose: 'all' | 'mine',
  analysisRequestId: string | null,
  load: (query: { analysisRequestId: string }, signal: AbortSignal) => Promise<Row>,
) => ({
  queryKey: [...ONE, whose, analysisRequestId],
  queryFn: ({ signal }: { signal: AbortSignal }) => load({ analysisRequestId: analysisRequestId ?? '' }, signal),
  enabled: analysisRequestId !== null,
  refetchInterval: RENEW_LINKS_MS,
  // What a list has come by since is newer.
  gcTime: 0,
})

/** What is known of a file by now: while it is being checked on the server, asks for it every few seconds. */
export function useReceipt({ analysisRequestId, storedName, receipt }: FileOfRequest): CurrentReceipt {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: ['receipts', analysisRequestId, storedName],
    queryFn: async ({ signal }) => {
      const { data: now } = await call('getFileReceipt', { query: { analysisRequestId, storedName }, signal })
      // Its link may have gone: an infected file has none.
      if (!isBeingChecked(now)) void client.invalidateQueries({ queryKey: ONE })
      return now
    },
    enabled: isBeingChecked(receipt),
    refetchInterval: ({ state }) => (state.data && !isBeingChecked(state.data) ? false : RECEIPT_MS),
    gcTime: 0,
  })
  return isBeingChecked(receipt) && data ? data : receipt
}

export type FileOfRequest = { analysisRequestId: string; storedName: string; receipt: FileReceipt }

const isBeingChecked = ({ sha256, inspection, check }: CurrentReceipt) =>
  sha256 === null || inspection === null || check !== undefined

/** For use after something has changed that a list shows. */
export function useRefreshAnalyses(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['analyses'] })
}

type AllPages = InfiniteData<Reply<'listAllAnalyses'>, string>

/** Shows the saved request, or on a conflict the request as it is now, by itself and in the lists. */
export function useChangeStatus() {
  const client = useQueryClient()
  const show = (row: AnalysisOfUser) => {
    client.setQueryData<AnalysisOfUser>([...ONE, 'all', row.analysisRequestId], row)
    client.setQueriesData<AllPages>({ queryKey: ALL }, (pages) => pages && withRow(pages, row))
  }
  return useMutation({
    mutationFn: async (body: BodyIn<'changeStatus'>) => (await call('changeStatus', { body })).data,
    onSuccess: (row) => {
      show(row)
      void client.invalidateQueries({ queryKey: TIMELINES })
    },
    onError: (error) => {
      const present = conflictIn(error)
      if (present) show(present)
    },
  })
}

const after = (cursor: string) => (cursor === '' ? {} : { after: cursor })

const withRow = (pages: AllPages, row: AnalysisOfUser): AllPages => ({
  ...pages,
  pages: pages.pages.map((page) => ({
    ...page,
    data: page.data.map((old) => (old.analysisRequestId === row.analysisRequestId ? row : old)),
  })),
})

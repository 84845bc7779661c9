import { type InfiniteData, keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { AnalysisOfUser, CurrentReceipt } from '#contract/analyses.ts'
import type { BodyIn } from '#contract/api.ts'
import type { FileReceipt } from '#contract/uploads.ts'
import { minutes, seconds } from '#domain/units.ts'
import { call, callForFile, type Reply } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { useList, withRows } from '#web/lib/use-list.ts'
import { conflictIn } from './messages.ts'
import { filterQuery, type RequestsFilter, type RequestsView, viewQuery } from './requests-view.ts'

const MINE = ['analyses', 'mine'] as const
const ALL = ['analyses', 'all'] as const
const ONE = ['analyses', 'one'] as const
const COUNTS = ['analyses', 'counts'] as const
const TIMELINES = ['analyses', 'timeline'] as const

/** The signed URLs in a list are valid for an hour. */
const REFRESH_URLS_MS = minutes(30)
const RECEIPT_INTERVAL_MS = seconds(5)

export const useMyAnalyses = () =>
  useList(MINE, (after, signal) => call('listMyAnalyses', { query: after, signal }), {
    refetchInterval: REFRESH_URLS_MS,
  })

/** All requests of the view as a CSV file. */
export const exportRequests =
  (view: RequestsView) =>
  async (signal: AbortSignal, onRows: (rows: number) => void): Promise<Blob> => {
    // Most people never export.
    const { receiveCsv } = await import('#web/lib/receive-csv.ts')
    return receiveCsv(await callForFile('exportAnalyses', { query: viewQuery(view), signal }), onRows)
  }

export const useAllAnalyses = (view: RequestsView) =>
  useList(
    [...ALL, view],
    (after, signal) => call('listAllAnalyses', { query: { ...after, ...viewQuery(view) }, signal }),
    { refetchInterval: REFRESH_URLS_MS },
  )

/** How many requests of the filter have each status. */
export function useRequestCounts(filter: RequestsFilter) {
  const query = filterQuery(filter)
  return useQuery({
    queryKey: [...COUNTS, query],
    queryFn: async ({ signal }) => (await call('countAnalyses', { query, signal })).data,
    placeholderData: keepPreviousData,
  })
}

/** The approved members of staff, by name. */
export function useStaff() {
  return useQuery({
    queryKey: ['staff'],
    queryFn: async ({ signal }) => (await call('listStaff', { signal })).data,
    staleTime: minutes(5),
  })
}

export function useTimeline(analysisRequestId: string) {
  return useQuery({
    queryKey: [...TIMELINES, analysisRequestId],
    queryFn: async ({ signal }) => (await call('getTimeline', { query: { analysisRequestId }, signal })).data,
  })
}

/** The request with this id, whether or not a list has loaded it. */
export function useAnalysis(analysisRequestId: string | null) {
  return useQuery(
    oneOf('all', analysisRequestId, async (query, signal) => (await call('getAnalysis', { query, signal })).data),
  )
}

/** Like `useAnalysis`, for the customer's own requests. */
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
  refetchInterval: REFRESH_URLS_MS,
  // A list may load a newer version later.
  gcTime: 0,
})

/** The receipt of a file. While the server checks the file, its receipt is requested every few seconds. */
export function useReceipt({ analysisRequestId, storedName, receipt }: FileOfRequest): CurrentReceipt {
  const { data } = useQuery({
    queryKey: ['receipts', analysisRequestId, storedName],
    queryFn: async ({ signal }) => {
      const { data: now } = await call('getFileReceipt', { query: { analysisRequestId, storedName }, signal })
      // An infected file has no link any more.
      if (!isBeingChecked(now)) void queryClient.invalidateQueries({ queryKey: ONE })
      return now
    },
    enabled: isBeingChecked(receipt),
    refetchInterval: ({ state }) => (state.data && !isBeingChecked(state.data) ? false : RECEIPT_INTERVAL_MS),
    gcTime: 0,
  })
  return isBeingChecked(receipt) && data ? data : receipt
}

export type FileOfRequest = { analysisRequestId: string; storedName: string; receipt: FileReceipt }

const isBeingChecked = ({ sha256, inspection, check }: CurrentReceipt) =>
  sha256 === null || inspection === null || check !== undefined

/** For use after a change that a list shows. */
export const refreshAnalyses = (): void => void queryClient.invalidateQueries({ queryKey: ['analyses'] })

type AllPages = InfiniteData<Reply<'listAllAnalyses'>, string>

export const useChangeStatus = () =>
  useChange(async (body: BodyIn<'changeStatus'>) => (await call('changeStatus', { body })).data)

export const useAssign = () =>
  useChange(async (body: BodyIn<'assignAnalysis'>) => (await call('assignAnalysis', { body })).data)

/** Shows the changed request, or on a conflict the current one, on its screen and in the lists that it still belongs to. */
const useChange = <Body>(send: (body: Body) => Promise<AnalysisOfUser>) =>
  useMutation({
    mutationFn: send,
    onSuccess: async (row) => {
      await show(row)
      void queryClient.invalidateQueries({ queryKey: TIMELINES })
    },
    onError: async (error) => {
      const present = conflictIn(error)
      if (present) await show(present)
    },
  })

async function show(row: AnalysisOfUser): Promise<void> {
  const one = [...ONE, 'all', row.analysisRequestId]
  await Promise.all([one, ALL].map((queryKey) => queryClient.cancelQueries({ queryKey })))
  queryClient.setQueryData<AnalysisOfUser>(one, row)
  queryClient.setQueriesData<AllPages>(
    { queryKey: ALL },
    (pages) => pages && withRows(pages, (old) => (old.analysisRequestId === row.analysisRequestId ? row : old)),
  )
  for (const queryKey of [ALL, COUNTS]) void queryClient.invalidateQueries({ queryKey })
}

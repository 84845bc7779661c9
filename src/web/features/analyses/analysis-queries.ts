import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnalysisOfUser, AnalysisRow } from '#contract/analyses.ts'
import type { BodyIn } from '#contract/api.ts'
import { PAGE_SIZE } from '#contract/endpoint.ts'
import type { VisibleStatus } from '#domain/analyses.ts'
import { minutes, seconds } from '#domain/units.ts'
import { call, type Reply } from '#web/lib/api.ts'
import { conflictIn } from './messages.ts'

const MINE = ['analyses', 'mine'] as const
const ALL = ['analyses', 'all'] as const
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

type PageOptions = { after: string; pageSize?: number; signal: AbortSignal }

export function fetchAllAnalyses({ search, first }: RequestsView, options: PageOptions) {
  const { after: cursor, pageSize = PAGE_SIZE, signal } = options
  const view = { ...(search && { search }), ...(first && { first }) }
  return call('listAllAnalyses', { query: { ...after(cursor), ...view, pageSize: String(pageSize) }, signal })
}

export function useAllAnalyses(view: RequestsView) {
  return useInfiniteQuery({
    queryKey: [...ALL, view.search, view.first],
    queryFn: ({ pageParam, signal }) => fetchAllAnalyses(view, { after: pageParam, signal }),
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

/** While a file of the request is still being read or looked into on the server, looks every few seconds whether that is done. */
export function useReceiptsSoon({ analysisRequestId, receipts }: AnalysisRow): void {
  const client = useQueryClient()
  useQuery({
    queryKey: ['receipts', analysisRequestId],
    queryFn: async () => {
      for (const queryKey of [MINE, ALL]) await client.invalidateQueries({ queryKey }, { cancelRefetch: false })
      return true
    },
    enabled: receipts.some(({ sha256, inspection }) => sha256 === null || inspection === null),
    refetchInterval: RECEIPT_MS,
  })
}

/** For use after something has changed that a list shows. */
export function useRefreshAnalyses(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['analyses'] })
}

type AllPages = InfiniteData<Reply<'listAllAnalyses'>, string>

/** Puts the saved request, or on a conflict the request as it is now, in its place in the lists. */
export function useChangeStatus() {
  const client = useQueryClient()
  const show = (row: AnalysisOfUser) =>
    client.setQueriesData<AllPages>({ queryKey: ALL }, (pages) => pages && withRow(pages, row))
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

import { useQuery } from '@tanstack/react-query'
import type { BodyIn, QueryIn } from '#contract/api.ts'
import { LINK_URL_TTL_MS } from '#domain/links.ts'
import { minutes, seconds } from '#domain/units.ts'
import { call } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { linkAccess } from '#web/lib/session/link-access.ts'
import { useChange } from '#web/lib/use-change.ts'

const REPORTS = ['reports'] as const

/** Null while there is no report. */
export const useReport = (analysisRequestId: string) =>
  useQuery({
    queryKey: [...REPORTS, analysisRequestId],
    queryFn: async ({ signal }) => (await call('getReport', { query: { analysisRequestId }, signal })).data,
    // The signed URLs are valid for an hour, those for visitors with a link for a minute. The check of a file usually takes some seconds.
    refetchInterval: ({ state: { data } }) =>
      data?.receipts.some(({ sha256 }) => sha256 === null) || data?.files.some(({ isChecking }) => isChecking)
        ? seconds(5)
        : linkAccess.get()
          ? seconds(LINK_URL_TTL_MS / 3000)
          : minutes(30),
  })

/** A file never changes, and neither does its table. */
export const useReportTable = (query: QueryIn<'getReportTable'>) =>
  useQuery({
    queryKey: ['report-table', query.analysisRequestId, query.storedName],
    queryFn: async ({ signal }) => (await call('getReportTable', { query, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

export const refreshReports = (): Promise<void> => queryClient.invalidateQueries({ queryKey: REPORTS })

export const useRemoveReportFile = () =>
  useChange(REPORTS, (query: QueryIn<'removeReportFile'>) => call('removeReportFile', { query }))

export const usePublishReport = () =>
  useChange(REPORTS, (body: BodyIn<'publishReport'>) => call('publishReport', { body }))

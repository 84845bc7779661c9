import { keepPreviousData, type QueryKey, skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { runOnce } from './run-once.ts'

/** What a worker answers to an order, which the key names. The answer before stays until it is there. Without an order, nothing is asked. */
export const useAnswer = <Report>(
  queryKey: QueryKey,
  address: string,
  order: (() => object) | null,
): UseQueryResult<Report> =>
  useQuery({
    queryKey,
    queryFn: order ? ({ signal }) => runOnce<Report>(address, order(), signal) : skipToken,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })

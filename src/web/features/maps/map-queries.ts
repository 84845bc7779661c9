import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyIn } from '#contract/api.ts'
import { minutes, seconds } from '#domain/units.ts'
import { call } from '#web/lib/api.ts'

const keyOf = (analysisRequestId: string) => ['maps', analysisRequestId] as const

/** The files of a report as maps. Their links are valid for an hour, and are loaded again before. */
export const useMaps = (analysisRequestId: string) =>
  useQuery({
    queryKey: keyOf(analysisRequestId),
    queryFn: async ({ signal }) => (await call('listMaps', { query: { analysisRequestId }, signal })).data,
    enabled: analysisRequestId !== '',
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state }) => state === 'PREPARING') ? seconds(2) : minutes(20),
  })

/** The tiles that lie below maps, which only the operator changes. */
export const useBaseMap = () =>
  useQuery({
    queryKey: ['base-map'],
    queryFn: async ({ signal }) => (await call('getBaseMap', { signal })).data,
    staleTime: Infinity,
  })

/** Records what staff state of a map. */
export function useDescribeMap(analysisRequestId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyIn<'describeMap'>) => call('describeMap', { body }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(analysisRequestId) }),
  })
}

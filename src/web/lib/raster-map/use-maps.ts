import { useQuery } from '@tanstack/react-query'
import { minutes, seconds } from '#domain/units.ts'
import { call } from '../api.ts'

export const mapsKey = (analysisRequestId: string) => ['maps', analysisRequestId] as const

/** The files of a report as maps. Their links are valid for an hour, and are loaded again before. */
export const useMaps = (analysisRequestId: string) =>
  useQuery({
    queryKey: mapsKey(analysisRequestId),
    queryFn: async ({ signal }) => (await call('listMaps', { query: { analysisRequestId }, signal })).data,
    enabled: analysisRequestId !== '',
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state }) => state === 'PREPARING') ? seconds(2) : minutes(20),
  })

import { useQuery } from '@tanstack/react-query'
import { minutes, seconds } from '#domain/units.ts'
import { call } from '../api.ts'

/** Without `withProducts`, also the beginning of the key with them. */
export const mapsKey = (analysisRequestId: string, withProducts = false) =>
  ['maps', analysisRequestId, ...(withProducts ? ['products'] : [])] as const

/** The files of a report as maps, for staff also what runs made. Their links are valid for an hour, and are loaded again before. */
export const useMaps = (analysisRequestId: string, withProducts = false) =>
  useQuery({
    queryKey: mapsKey(analysisRequestId, withProducts),
    queryFn: async ({ signal }) => {
      const query = { analysisRequestId, withProducts: withProducts ? 'true' : 'false' } as const
      return (await call('listMaps', { query, signal })).data
    },
    enabled: analysisRequestId !== '',
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state }) => state === 'PREPARING') ? seconds(2) : minutes(20),
  })

import { useQuery } from '@tanstack/react-query'
import { coordinateSystems } from '#contract/coordinate-systems.ts'
import { WKT_LENGTH_MAX } from '#domain/maps.ts'
import { callsOf } from '#web/lib/api.ts'

const { call } = callsOf(coordinateSystems)

/** The code of a description without one, which only the server can find. */
export const useFoundCrs = (wkt: string | undefined) =>
  useQuery({
    queryKey: ['coordinate-system', wkt],
    queryFn: async ({ signal }) => (await call('findCrs', { body: { wkt: wkt ?? '' }, signal })).data,
    enabled: wkt !== undefined && wkt.length <= WKT_LENGTH_MAX,
    staleTime: Infinity,
  })

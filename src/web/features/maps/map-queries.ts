import { useQuery } from '@tanstack/react-query'
import type { BodyIn } from '#contract/api.ts'
import { call } from '#web/lib/api.ts'
import { MAPS_KEY } from '#web/lib/raster-map/use-maps.ts'
import { useChange } from '#web/lib/use-change.ts'

/** The tiles that lie below maps, which only the operator changes. */
export const useBaseMap = () =>
  useQuery({
    queryKey: ['base-map'],
    queryFn: async ({ signal }) => (await call('getBaseMap', { signal })).data,
    staleTime: Infinity,
  })

/** Records what people state of a map. */
export const useDescribeMap = () => useChange(MAPS_KEY, (body: BodyIn<'describeMap'>) => call('describeMap', { body }))

import { useQueries } from '@tanstack/react-query'
import type { ViewCopy } from '#imagery/rasters/view-copy.ts'
import { queryClient } from '../query-client.ts'
import type { ReadyMap } from './look.ts'
import { type LinkOf, openMap } from './open-map.ts'
import { type MapsOf, mapsKey, useMaps } from './use-maps.ts'

/** The copies of maps that are shown, each opened once. `failed` are those that could not be opened. */
export function useCopies(of: MapsOf, maps: readonly ReadyMap[]) {
  const { refetch } = useMaps(of)
  const linkOf: LinkOf = async (mapId, hasEnded) => {
    const listed = hasEnded ? (await refetch()).data : queryClient.getQueryData<readonly ReadyMap[]>(mapsKey(of))
    const url = listed?.find((map) => map.mapId === mapId)?.url
    if (!url) throw new Error('This map is no longer there')
    return url
  }
  return useQueries({
    queries: maps.map((map) => ({
      queryKey: ['map-copy', map.mapId, map.bytes, map.bands, map.scalings, of],
      queryFn: () => openMap(map, linkOf),
      staleTime: Number.POSITIVE_INFINITY,
      retry: 1,
    })),
    combine: (results) => {
      const copies = new Map<string, ViewCopy>()
      for (const [at, { data }] of results.entries()) {
        const mapId = maps[at]?.mapId
        if (data && mapId !== undefined) copies.set(mapId, data)
      }
      return {
        copies,
        failed: maps.filter((_, at) => results[at]?.isError),
        isLoading: results.some(({ isPending }) => isPending),
        tryAgain: () => {
          for (const { isError, refetch: again } of results) if (isError) void again()
        },
      }
    },
  })
}

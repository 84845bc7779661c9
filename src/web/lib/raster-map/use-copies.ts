import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ViewCopy } from '#imagery/rasters/view-copy.ts'
import type { ReadyMap } from './look.ts'
import { type LinkOf, openMap } from './open-map.ts'
import { mapsKey, useMaps } from './use-maps.ts'

/** The copies of maps that are shown, each opened once. `failed` are those that could not be opened. */
export function useCopies(analysisRequestId: string, maps: readonly ReadyMap[], withProducts = false) {
  const client = useQueryClient()
  const { refetch } = useMaps(analysisRequestId, withProducts)
  const linkOf = useCallback<LinkOf>(
    async (mapId, hasEnded) => {
      const listed = hasEnded
        ? (await refetch()).data
        : client.getQueryData<readonly ReadyMap[]>(mapsKey(analysisRequestId, withProducts))
      const url = listed?.find((map) => map.mapId === mapId)?.url
      if (!url) throw new Error('This map is no longer there')
      return url
    },
    [client, refetch, analysisRequestId, withProducts],
  )
  return useQueries({
    queries: maps.map((map) => ({
      queryKey: ['map-copy', map.mapId, map.bytes, map.bands, map.scalings, withProducts],
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

import { useMemo } from 'react'
import type { FlightItem } from '#contract/trials.ts'
import type { Shift } from '#domain/shifts.ts'
import type { ViewCopy } from '#imagery/rasters/view-copy.ts'
import { isReady } from '#web/lib/raster-map/look.ts'
import { useCopies } from '#web/lib/raster-map/use-copies.ts'
import { useMaps } from '#web/lib/raster-map/use-maps.ts'
import { hasPlace, type PlacedMap } from './plane-of.ts'

export type FlightPhoto = {
  map: PlacedMap
  copy: ViewCopy /** By which plots lie further on it. */
  shift: Shift | null
}

type Shown = { orthomosaic: Pick<FlightItem['orthomosaic'], 'mapId' | 'isPublished'>; shift: FlightItem['shift'] }

/** The orthomosaic of a flight, or another photo of it, opened for viewing; or why it can't be. */
export function useFlightMap({ orthomosaic: { mapId, isPublished }, shift: applied }: Shown) {
  const of = mapId === null ? null : { fileId: mapId }
  const listed = useMaps(of)
  const found = listed.data?.find((one) => one.mapId === mapId)
  const map = found && isReady(found) && hasPlace(found) ? found : undefined
  const { copies, failed, tryAgain } = useCopies(of, map ? [map] : [])
  const copy = map && copies.get(map.mapId)
  const problem = (): string | undefined => {
    if (of === null) return 'The map of this flight was removed. Choose another flight.'
    if (failed.length > 0 || listed.isError) return 'The map of this flight could not be loaded.'
    if (!listed.data || map) return undefined
    if (!found && !isPublished) return 'The map of this flight is not published yet. Choose another flight.'
    if (found?.state === 'PREPARING')
      return 'The map of this flight is still being prepared. It appears here when it is ready.'
    return 'The map of this flight can’t be shown with its place. Choose another flight.'
  }
  const shift = applied?.isStale ? null : applied
  const shown = useMemo(() => (map && copy ? { map, copy, shift } : undefined), [map, copy, shift])
  return {
    shown,
    problem: problem(),
    tryAgain:
      failed.length > 0 || listed.isError
        ? () => {
            tryAgain()
            if (listed.isError) void listed.refetch()
          }
        : undefined,
  }
}

import { useMemo } from 'react'
import type { ReadyMap } from '#web/lib/raster-map/look.ts'
import { frameOf } from '#web/lib/raster-map/map-frame.ts'
import { useBaseMap } from '../map-queries.ts'

type PlacedMap = ReadyMap & { crs: NonNullable<ReadyMap['crs']> }

const isPlaced = (map: ReadyMap): map is PlacedMap => map.crs !== null && frameOf(map).metres !== null

/** Where the tiles of the base map come from, and a map in whose plane they lie. */
export type Base = { url: string; attribution: string; map: PlacedMap }

/** What lies below the uppermost map; undefined where nothing can. Maps of one plane have the same one. */
export function useBase(maps: readonly ReadyMap[], top: ReadyMap): Base | undefined {
  const { data: tiles } = useBaseMap()
  const { key } = frameOf(top)
  const map = maps.find((one) => frameOf(one).key === key)
  return useMemo(() => (tiles && map && isPlaced(map) ? { ...tiles, map } : undefined), [tiles, map])
}

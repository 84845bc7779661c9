import type { FlightItem } from '#contract/trials.ts'
import { useMaps } from '#web/lib/raster-map/use-maps.ts'

/** A small one, of its orthomosaic. */
export function FlightPicture({ flight: { orthomosaic } }: { flight: FlightItem }) {
  const { mapId } = orthomosaic
  const { data: maps } = useMaps(mapId === null ? null : { fileId: mapId })
  const url = maps?.find((map) => map.mapId === mapId)?.thumbnailUrl
  return url ? <img src={url} alt="" loading="lazy" className="size-full object-cover" /> : null
}

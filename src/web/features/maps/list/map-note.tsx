import { useMaps } from '#web/lib/raster-map/use-maps.ts'
import { preparingText } from './map-facts.tsx'

/** Of a product of a run that should be a map: why it can't be shown and what to do, or that it is being prepared. */
export function MapNote({ analysisRequestId, mapId }: { analysisRequestId: string; mapId: string | null }) {
  const { data } = useMaps({ analysisRequestId, withProducts: 'true' })
  const map = data?.find((one) => one.mapId === mapId)
  if (!map || map.state === 'READY') return null
  if (map.state === 'PREPARING') return <p className="text-muted">{preparingText(map)}</p>
  return (
    <p className="break-words text-status-yellow">
      This map can't be shown. {map.reason} Run again, or save it as a plain GeoTIFF in a GIS and attach that instead.
    </p>
  )
}

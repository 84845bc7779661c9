import { Map as MapIcon } from 'lucide-react'
import { Link } from 'react-router'
import { displayName } from '#domain/display-names.ts'
import { useMaps } from '#web/lib/raster-map/use-maps.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { groundSize } from '../measuring/ground-size.ts'

type FileOfReport = {
  analysisRequestId: string
  mapId: string | null
  /** Whether it may be a product of a run. */
  withProducts?: boolean
}

function useReadyMap({ analysisRequestId, mapId, withProducts = false }: FileOfReport) {
  const { data } = useMaps(analysisRequestId, withProducts)
  return data?.find((one) => one.mapId === mapId && one.state === 'READY' && one.url !== null)
}

/** Opens a file of a report as a map; nothing where it is none, or is not ready. */
export function OpenMapLink({ mapPath, ...file }: FileOfReport & { mapPath: string }) {
  const map = useReadyMap(file)
  if (!map) return null
  return (
    <Link
      to={`${mapPath}&maps=${map.mapId}`}
      aria-label={`Open map ${displayName(map.fileName)}`}
      className={buttonClasses({ variant: 'secondary', size: 'small' })}
    >
      <MapIcon aria-hidden className="size-4" />
      <span className="max-md:sr-only">Open map</span>
    </Link>
  )
}

/** The size of a map on the ground, behind what else is said of its file. */
export function MapFacts(file: FileOfReport) {
  const map = useReadyMap(file)
  const size = map && groundSize(map)
  return size ? `, ${size}` : null
}

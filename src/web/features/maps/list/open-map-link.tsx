import { Map as MapIcon } from 'lucide-react'
import { Link } from 'react-router'
import type { MapItem } from '#contract/maps.ts'
import { displayName } from '#domain/display-names.ts'
import { useListState } from '#web/lib/back-link.tsx'
import { useMaps } from '#web/lib/raster-map/use-maps.ts'
import { buttonClasses } from '#web/ui/button.tsx'

type FileOfReport = {
  analysisRequestId: string
  mapId: string | null
  /** Whether it may be a product of a run. */
  withProducts?: boolean
}

function useReadyMap({ analysisRequestId, mapId, withProducts = false }: FileOfReport) {
  const { data } = useMaps({ analysisRequestId, withProducts: withProducts ? 'true' : undefined })
  return data?.find((one) => one.mapId === mapId && one.state === 'READY' && one.url !== null)
}

/** Opens a file of a report as a map; nothing where it is none, or is not ready. */
export function OpenMapLink({ mapPath, ...file }: FileOfReport & { mapPath: string }) {
  const map = useReadyMap(file)
  const state = useListState()
  if (!map) return null
  return (
    <Link
      to={`${mapPath}&maps=${map.mapId}`}
      state={state}
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

/** Width and height on the ground in metres; null where they are unknown. */
export function groundSize({ gsdCm, width, height }: Pick<MapItem, 'gsdCm' | 'width' | 'height'>): string | null {
  if (gsdCm === null || width === null || height === null) return null
  const [across, down] = [width, height].map((pixels) => Math.round((pixels * gsdCm) / 100))
  // Spaces at which no line ends.
  return `${across}\u00a0×\u00a0${down}\u00a0m`
}

import { Map as MapIcon } from 'lucide-react'
import { Link } from 'react-router'
import { displayName } from '#domain/display-names.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { useMaps } from './map-queries.ts'

type OpenMapLinkProps = { analysisRequestId: string; fileName: string; mapPath: string }

/** Opens a file of a report as a map; nothing where it is none, or is not ready. */
export function OpenMapLink({ analysisRequestId, fileName, mapPath }: OpenMapLinkProps) {
  const { data } = useMaps(analysisRequestId)
  const map = data?.find((one) => one.fileName === fileName && one.state === 'READY' && one.url !== null)
  if (!map) return null
  return (
    <Link
      to={`${mapPath}&maps=${map.mapId}`}
      aria-label={`Open map ${displayName(fileName)}`}
      className={buttonClasses({ variant: 'secondary', size: 'small' })}
    >
      <MapIcon aria-hidden className="size-4" />
      <span className="max-md:sr-only">Open map</span>
    </Link>
  )
}

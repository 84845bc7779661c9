import { Map as MapIcon } from 'lucide-react'
import { Link } from 'react-router'
import type { MapItem } from '#contract/maps.ts'
import { displayName } from '#domain/display-names.ts'
import { truncateMiddle } from '#domain/file-names.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { useMaps } from './map-queries.ts'

type MapCardsProps = { analysisRequestId: string; mapPath: string }

/** The maps of a report with their pictures; nothing while there are none. */
export function MapCards({ analysisRequestId, mapPath }: MapCardsProps) {
  const { data } = useMaps(analysisRequestId)
  const maps = (data ?? []).filter(({ state, url }) => state === 'PREPARING' || (state === 'READY' && url !== null))
  if (maps.length === 0) return null
  return (
    <ul aria-label="Maps of the report" className="mb-6 grid gap-4 @xl:grid-cols-2 @5xl:grid-cols-3">
      {maps.map((map) => (
        <li key={map.mapId}>
          {map.state === 'READY' ? <Card map={map} to={`${mapPath}&maps=${map.mapId}`} /> : <Preparing map={map} />}
        </li>
      ))}
    </ul>
  )
}

const Card = ({ map, to }: { map: MapItem; to: string }) => (
  <Link
    to={to}
    aria-label={`Open map ${displayName(map.fileName)}`}
    className="group flex flex-col overflow-hidden rounded-md border border-line bg-card transition-colors duration-150 hover:border-line-strong"
  >
    <span className="grid h-28 place-items-center bg-sunken">
      {map.thumbnailUrl ? (
        <img src={map.thumbnailUrl} alt="" className="size-full object-contain" />
      ) : (
        <MapIcon aria-hidden className="size-6 text-muted" />
      )}
    </span>
    <span className="flex flex-col gap-0.5 border-t border-line p-3 text-sm">
      <span className="font-semibold" title={displayName(map.fileName)}>
        {truncateMiddle(displayName(map.fileName))}
      </span>
      <span className="text-xs text-muted">{factsOf(map).join(', ')}</span>
      <span className="mt-1 text-sm font-semibold text-action underline-offset-2 group-hover:underline">Open map</span>
    </span>
  </Link>
)

const Preparing = ({ map }: { map: MapItem }) => (
  <div className="flex h-full flex-col gap-2 rounded-md border border-line bg-card p-3 text-sm">
    <span className="font-semibold break-all">{displayName(map.fileName)}</span>
    <span className="text-xs text-muted">This map is being prepared for viewing.</span>
    <ProgressBar label={`Preparing ${displayName(map.fileName)}`} percent={map.fraction * 100} />
  </div>
)

const KINDS = { orthomosaic: 'Orthomosaic', elevation: 'Elevation', other: 'Map' } as const

function factsOf({ kind, gsdCm, width, height, takenOn }: MapItem): string[] {
  const facts: string[] = kind ? [KINDS[kind]] : []
  if (takenOn) facts.push(takenOn)
  if (gsdCm !== null && width !== null && height !== null) {
    facts.push(`${gsdCm.toFixed(1)} cm a pixel`)
    facts.push(`${Math.round((width * gsdCm) / 100)} × ${Math.round((height * gsdCm) / 100)} m`)
  }
  return facts
}

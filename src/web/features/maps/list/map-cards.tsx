import { Map as MapIcon } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { MapItem } from '#contract/maps.ts'
import { displayName } from '#domain/display-names.ts'
import { truncateMiddle } from '#domain/file-names.ts'
import { AccuracyMark } from '#web/lib/accuracy-note.tsx'
import { useListState } from '#web/lib/back-link.tsx'
import { useMaps } from '#web/lib/raster-map/use-maps.ts'
import { Button } from '#web/ui/button.tsx'
import { DescribeMapDialog } from './describe-map-dialog.tsx'
import { Doubts, factsOf, originText, Preparing } from './map-facts.tsx'

type MapCardsProps = { analysisRequestId: string; mapPath: string }

/** The maps of a report with their pictures; nothing while there are none. */
export function MapCards({ analysisRequestId, mapPath }: MapCardsProps) {
  const { data } = useMaps({ analysisRequestId })
  const [describedId, setDescribedId] = useState<string | null>(null)
  const maps = (data ?? []).filter(({ state, url }) => state !== 'NOT_A_MAP' && (state !== 'READY' || url !== null))
  if (maps.length === 0) return null
  const described = maps.find(({ mapId }) => mapId === describedId)
  return (
    <>
      <ul aria-label="Maps of the report" className="mb-6 grid gap-4 @xl:grid-cols-2 @5xl:grid-cols-3">
        {maps.map((map) => (
          <li key={map.mapId} className="flex flex-col overflow-hidden rounded-md border border-line bg-card">
            {map.state === 'READY' && <Card map={map} to={`${mapPath}&maps=${map.mapId}`} />}
            {map.state === 'PREPARING' && <PreparingCard map={map} />}
            {map.state === 'FAILED' && <Failed map={map} />}
            {map.state === 'READY' && <Doubts map={map} />}
            {map.state === 'READY' && (
              <Button
                variant="quiet"
                size="small"
                className="mx-1 mb-2 self-start"
                aria-label={`Describe ${displayName(map.fileName)}`}
                onClick={() => setDescribedId(map.mapId)}
              >
                Describe
              </Button>
            )}
          </li>
        ))}
      </ul>
      {described && (
        <DescribeMapDialog of={{ analysisRequestId }} map={described} onClose={() => setDescribedId(null)} />
      )}
    </>
  )
}

const Card = ({ map, to }: { map: MapItem; to: string }) => (
  <Link
    to={to}
    state={useListState()}
    aria-label={`Open map ${displayName(map.fileName)}`}
    className="group flex grow flex-col"
  >
    <span className="grid h-28 place-items-center bg-sunken">
      {map.thumbnailUrl ? (
        <img src={map.thumbnailUrl} alt="" className="h-28 w-full object-contain" />
      ) : (
        <MapIcon aria-hidden className="size-6 text-muted" />
      )}
    </span>
    <span className="flex flex-col gap-0.5 border-t border-line p-3 text-sm">
      <span className="font-semibold" title={displayName(map.fileName)}>
        {truncateMiddle(displayName(map.fileName))}
      </span>
      <span className="text-xs text-muted">{[...factsOf(map), originText(map)].filter(Boolean).join(', ')}</span>
      {map.purpose !== null && <span className="text-xs text-muted">{map.purpose}</span>}
      <span>
        <AccuracyMark madeBy={map.madeBy} />
      </span>
      <span className="mt-1 text-sm font-semibold text-action underline-offset-2 group-hover:underline">Open map</span>
    </span>
  </Link>
)

const Failed = ({ map }: { map: MapItem }) => (
  <div className="flex flex-col gap-1 p-3 text-sm">
    <span className="font-semibold break-all">{displayName(map.fileName)}</span>
    <span className="text-xs text-muted">This map can't be shown. {map.reason}</span>
  </div>
)

const PreparingCard = ({ map }: { map: MapItem }) => (
  <div className="flex flex-col gap-2 p-3 text-sm">
    <span className="font-semibold break-all">{displayName(map.fileName)}</span>
    <Preparing map={map} />
  </div>
)

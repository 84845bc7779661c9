import { Map as MapIcon, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { MapItem } from '#contract/maps.ts'
import { dateText } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import { ROLE_NAMES } from '#web/lib/raster-map/names.ts'
import { ShareButton } from '#web/lib/sharing/share-button.tsx'
import { Time } from '#web/lib/time.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Cell, Column, OneLine, Row, RowAction, Table } from '#web/ui/list/table.tsx'
import { Doubts, originText, Preparing } from './map-facts.tsx'

type MapsTableProps = {
  maps: readonly MapItem[]
  pathOf: (map: MapItem) => string
  /** Absent for staff, who change no maps of customers. */
  onDescribe?: (mapId: string) => void
  /** Of the account of who looks. */
  canShare?: boolean
  onDelete?: (mapId: string) => void
  onRestore?: (mapId: string) => void
}

const TRACKS =
  '@table:grid-cols-[max-content_minmax(10rem,auto)_max-content_minmax(7rem,auto)_max-content_minmax(9rem,auto)_max-content]'

export const MapsTable = ({ maps, pathOf, canShare = false, onDescribe, onDelete, onRestore }: MapsTableProps) => (
  <Table
    label="Maps"
    tracks={TRACKS}
    columns={
      <>
        <Column figures>SN</Column>
        <Column>Map</Column>
        <Column>Taken on</Column>
        <Column>Bands</Column>
        <Column figures unit="cm">
          Pixel
        </Column>
        <Column>Coordinate system</Column>
        <Column>Action</Column>
      </>
    }
  >
    {maps.map((map, index) => (
      <Row key={map.mapId}>
        <Cell card="number" figures>
          {index + 1}
        </Cell>
        <Cell card="name">
          <Name map={map} to={pathOf(map)} />
        </Cell>
        <Cell card="line" className="whitespace-nowrap tabular-nums">
          {map.takenOn ? dateText(map.takenOn) : <Missing map={map}>No date</Missing>}
        </Cell>
        <Cell card="line">{bandsText(map)}</Cell>
        <Cell card="aside" figures>
          {map.gsdCm?.toFixed(1)}
          {map.gsdCm !== null && <span className="@table:hidden"> cm a pixel</span>}
        </Cell>
        <Cell card="foot">{map.crs ? <OneLine text={map.crs.name} /> : <Missing map={map}>Unknown</Missing>}</Cell>
        <Cell card="action">
          <span className="flex items-center gap-1">
            {map.purgeOn !== null
              ? onRestore && (
                  <RowAction label={`Take back ${displayName(map.fileName)}`} onClick={() => onRestore(map.mapId)}>
                    Take back
                  </RowAction>
                )
              : map.state === 'READY' &&
                onDescribe && (
                  <RowAction label={`Describe ${displayName(map.fileName)}`} onClick={() => onDescribe(map.mapId)}>
                    Describe
                  </RowAction>
                )}
            {canShare && map.state === 'READY' && map.purgeOn === null && (
              <ShareButton subject={{ kind: 'map', id: map.mapId }} label={`Share ${displayName(map.fileName)}`} />
            )}
            {map.origin === 'own' && map.purgeOn === null && onDelete && (
              <IconButton
                icon={Trash2}
                label={`Delete ${displayName(map.fileName)}`}
                onClick={() => onDelete(map.mapId)}
              />
            )}
          </span>
        </Cell>
      </Row>
    ))}
  </Table>
)

const Missing = ({ map, children }: { map: MapItem; children: ReactNode }) =>
  map.state === 'READY' && <span className="text-status-yellow">{children}</span>

function Name({ map, to }: { map: MapItem; to: string }) {
  const name = displayName(map.fileName)
  return (
    <span className="flex min-w-0 items-start gap-3">
      <span className="grid size-12 shrink-0 place-items-center rounded bg-sunken">
        {map.thumbnailUrl ? (
          <img src={map.thumbnailUrl} alt="" className="size-12 object-contain" />
        ) : (
          <MapIcon aria-hidden className="size-5 text-muted" />
        )}
      </span>
      <span className="flex min-w-0 grow flex-col">
        {map.state === 'READY' ? (
          <Link to={to} className="w-fit max-w-full underline-offset-2 hover:underline">
            <OneLine text={name} />
          </Link>
        ) : (
          <OneLine text={name} />
        )}
        <span className="text-xs font-normal text-muted">{originText(map)}</span>
        {map.purgeOn !== null && (
          <span className="text-xs font-normal text-status-yellow">
            Deleted. It is removed for good on <Time at={map.purgeOn} />.
          </span>
        )}
        {map.state === 'PREPARING' && (
          <span className="mt-1 flex flex-col gap-1">
            <Preparing map={map} />
          </span>
        )}
        {map.state === 'FAILED' && (
          <span className="text-xs font-normal text-status-yellow">This map can't be shown. {map.reason}</span>
        )}
        <span className="-mx-3 font-normal">{map.state === 'READY' && <Doubts map={map} />}</span>
      </span>
    </span>
  )
}

function bandsText({ kind, bands, isPicture, reflectance }: MapItem): string {
  if (!bands || kind === null) return ''
  if (kind === 'elevation') return 'elevation'
  if (isPicture) return 'photo colours'
  const roles = bands.filter((role) => role !== 'alpha').map((role) => ROLE_NAMES[role])
  return `${roles.join(', ')}${reflectance ? ', reflectance' : ''}`
}

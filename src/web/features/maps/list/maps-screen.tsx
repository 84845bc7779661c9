import { Map as MapIcon, Plus } from 'lucide-react'
import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { MapItem } from '#contract/maps.ts'
import { displayName } from '#domain/display-names.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { problemOf } from '#web/lib/api.ts'
import { ROLE_NAMES } from '#web/lib/raster-map/indices.ts'
import { type MapsOf, refreshMaps, useMaps } from '#web/lib/raster-map/use-maps.ts'
import { useView } from '#web/lib/view.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { ListView } from '#web/ui/list/list-view.tsx'
import { TableSkeleton } from '#web/ui/list/skeleton.tsx'
import { Cell, Column, OneLine, Row, RowAction, Table } from '#web/ui/list/table.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Doubts, originText, preparingText } from './map-facts.tsx'

type AddMapsProps = { projects: readonly string[]; project?: string; onClose: () => void; onUploaded: () => void }

type DescribeMapProps = { of: MapsOf; map: MapItem; onClose: () => void }

type MapsScreenProps = {
  projects: readonly string[]
  /** Of a project, to be looked at. */
  mapPathOf: (projectType: string) => string
  addMaps: ComponentType<AddMapsProps>
  describeMap: ComponentType<DescribeMapProps>
}

/** The maps of a project, wherever they come from: what each is, and what only people can say of it. */
export function MapsScreen({ projects, mapPathOf, addMaps: AddMaps, describeMap: DescribeMap }: MapsScreenProps) {
  const [view, show] = useView()
  const [isAdding, setIsAdding] = useState(false)
  const [describedId, setDescribedId] = useState<string>()
  const projectType = projects.find((name) => name === view.get('project')) ?? projects[0]
  const of = projectType === undefined ? null : { projectType }
  const query = useMaps(of)
  const maps = (query.data ?? []).filter(({ state }) => state !== 'NOT_A_MAP')
  const described = maps.find(({ mapId }) => mapId === describedId)
  const addButton = projectType !== undefined && (
    <Button onClick={() => setIsAdding(true)}>
      <Plus aria-hidden className="size-4" />
      Add maps
    </Button>
  )
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-wrap items-center gap-4">
        <h1 className="mr-auto font-display text-2xl font-semibold">Maps</h1>
        {projects.length > 1 && (
          <Select
            inline
            label="Project"
            options={projects.map((value) => ({ value, label: projectTypeLabel(value) }))}
            value={projectType}
            onChange={({ target }) => show({ project: target.value })}
          />
        )}
        {maps.length > 0 && addButton}
      </header>
      <ListView
        query={projectType === undefined ? { ...query, isPending: false } : query}
        isEmpty={maps.length === 0}
        loading="Loading maps..."
        empty="No maps"
        emptyIcon={MapIcon}
        emptyHint={
          projectType === undefined
            ? 'No project has been assigned to you yet. Please contact us.'
            : 'Add orthomosaics and elevation models that you have as GeoTIFF files. Maps of your reports appear here, too.'
        }
        emptyAction={addButton}
        error="Error loading maps"
        errorDetail={[problemOf(query.error)]}
        onRetry={() => void query.refetch()}
        skeleton={<TableSkeleton columns={6} />}
      >
        <MapsTable
          maps={maps}
          pathOf={({ mapId }) => `${mapPathOf(projectType ?? '')}&maps=${mapId}`}
          onDescribe={setDescribedId}
        />
      </ListView>
      <Suspense>
        {described && <DescribeMap of={of} map={described} onClose={() => setDescribedId(undefined)} />}
        {isAdding && projectType !== undefined && (
          <AddMaps
            projects={projects}
            project={projectType}
            onClose={() => setIsAdding(false)}
            onUploaded={() => void refreshMaps()}
          />
        )}
      </Suspense>
    </div>
  )
}

type MapsTableProps = {
  maps: readonly MapItem[]
  pathOf: (map: MapItem) => string
  onDescribe: (mapId: string) => void
}

const TRACKS =
  '@table:grid-cols-[max-content_minmax(10rem,auto)_max-content_minmax(7rem,auto)_max-content_minmax(9rem,auto)_max-content]'

const MapsTable = ({ maps, pathOf, onDescribe }: MapsTableProps) => (
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
          {map.takenOn ?? <Missing map={map}>No date</Missing>}
        </Cell>
        <Cell card="line">{bandsText(map)}</Cell>
        <Cell card="aside" figures>
          {map.gsdCm?.toFixed(1)}
          {map.gsdCm !== null && <span className="@table:hidden"> cm a pixel</span>}
        </Cell>
        <Cell card="foot">{map.crs ? <OneLine text={map.crs.name} /> : <Missing map={map}>Unknown</Missing>}</Cell>
        <Cell card="action">
          {map.state === 'READY' && (
            <RowAction label={`Describe ${displayName(map.fileName)}`} onClick={() => onDescribe(map.mapId)}>
              Describe
            </RowAction>
          )}
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
        {map.state === 'PREPARING' && (
          <span className="mt-1 flex flex-col gap-1 text-xs font-normal text-muted">
            {preparingText(map)}
            <ProgressBar label={`Preparing ${name}`} percent={map.fraction * 100} />
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

import { Map as MapIcon, Plus } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import type { MapItem } from '#contract/maps.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { problemOf } from '#web/lib/api.ts'
import { DeleteDialog } from '#web/lib/deletion/delete-dialog.tsx'
import { useTakeBack } from '#web/lib/deletion/use-deletions.ts'
import { type MapsOf, refreshMaps, useMaps } from '#web/lib/raster-map/use-maps.ts'
import { useMay } from '#web/lib/session/use-may.ts'
import { useView } from '#web/lib/view.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { ListView } from '#web/ui/list/list-view.tsx'
import { TableSkeleton } from '#web/ui/list/skeleton.tsx'
import { MapsTable } from './maps-table.tsx'
import { OtherFiles } from './other-files.tsx'

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
  const may = useMay()
  const [view, show] = useView()
  const [isAdding, setIsAdding] = useState(false)
  const [describedId, setDescribedId] = useState<string>()
  const [deleting, setDeleting] = useState<string>()
  const takeBack = useTakeBack()
  const restore = (id: string) => takeBack.mutate({ kind: 'file', id })
  const deletion = may.delete ? { onDelete: setDeleting, onRestore: restore } : {}
  const projectType = projects.find((name) => name === view.get('project')) ?? projects[0]
  const of = projectType === undefined ? null : { projectType }
  const query = useMaps(of)
  const [maps, others] = partition(query.data ?? [])
  const described = maps.find(({ mapId }) => mapId === describedId)
  const addButton = may.edit && projectType !== undefined && (
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
        {(query.data ?? []).length > 0 && addButton}
      </header>
      <ListView
        query={projectType === undefined ? { ...query, isPending: false } : query}
        isEmpty={maps.length === 0 && others.length === 0}
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
        skeleton={<TableSkeleton columns={6} />}
      >
        <MapsTable
          maps={maps}
          pathOf={({ mapId }) => `${mapPathOf(projectType ?? '')}&maps=${mapId}`}
          {...(may.edit && { onDescribe: setDescribedId })}
          {...deletion}
          canShare
        />
        <OtherFiles files={others} {...deletion} />
      </ListView>
      {deleting !== undefined && (
        <DeleteDialog subject={{ kind: 'file', id: deleting }} onClose={() => setDeleting(undefined)} />
      )}
      {described && <DescribeMap of={of} map={described} onClose={() => setDescribedId(undefined)} />}
      {isAdding && projectType !== undefined && (
        <AddMaps
          projects={projects}
          project={projectType}
          onClose={() => setIsAdding(false)}
          onUploaded={() => void refreshMaps()}
        />
      )}
    </div>
  )
}

/** Maps, and own files that are none: those of reports are listed there. */
const partition = (all: readonly MapItem[]): [MapItem[], MapItem[]] => [
  all.filter(({ state }) => state !== 'NOT_A_MAP'),
  all.filter(({ state, origin }) => state === 'NOT_A_MAP' && origin === 'own'),
]

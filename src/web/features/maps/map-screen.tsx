import type { ReactNode } from 'react'
import type { MapItem } from '#contract/maps.ts'
import { displayName } from '#domain/display-names.ts'
import { QueryFailed } from '#web/lib/query-failed.tsx'
import { isReady } from '#web/lib/raster-map/look.ts'
import { type MapsOf, useMaps } from '#web/lib/raster-map/use-maps.ts'
import { BenchHeader } from '#web/lib/workbench/bench-header.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { Preparing } from './list/map-facts.tsx'
import { type MapTab, MapWorkspace } from './map-workspace.tsx'

type MapScreenProps = {
  of: MapsOf
  back?: { to: string; name: string }
  /** What they show, such as the project. */
  title: string
  /** A further tab of the drawer. */
  extra?: MapTab | undefined
}

/** The maps of a report or a project, to be looked at. */
export function MapScreen({ of, back, title, extra }: MapScreenProps) {
  const query = useMaps(of)
  const { data: maps } = query
  const [first, ...rest] = (maps ?? []).filter(isReady)
  const content = (): ReactNode => {
    if (of === null)
      return <p className="p-6 text-sm text-muted">Open a map from the page of its request or project.</p>
    if (query.isPending) return <Skeleton className="grow rounded-none!" />
    if (!maps)
      return (
        <div className="p-6">
          <QueryFailed title="The maps could not be loaded" query={query} />
        </div>
      )
    const others = <Others maps={maps.filter((map) => map.state === 'PREPARING' || map.state === 'FAILED')} />
    if (first)
      return (
        <MapWorkspace key={JSON.stringify(of)} {...{ title, of, extra }} maps={[first, ...rest]}>
          {others}
        </MapWorkspace>
      )
    return (
      <div className="p-6">
        <p className="text-sm text-muted">None of these maps can be shown yet.</p>
        {others}
      </div>
    )
  }
  return (
    <>
      <BenchHeader back={back} title={title} facts={undefined} />
      {content()}
    </>
  )
}

/** Maps that are being prepared, and those that can't be shown. */
function Others({ maps }: { maps: readonly MapItem[] }) {
  if (maps.length === 0) return null
  return (
    <ul className="mt-6 flex flex-col gap-3 text-sm">
      {maps.map(({ mapId, fileName, state, reason, fraction }) => (
        <li key={mapId}>
          <p className="font-semibold break-all">{displayName(fileName)}</p>
          {state === 'FAILED' ? <p className="text-muted">{reason}</p> : <Preparing map={{ fileName, fraction }} />}
        </li>
      ))}
    </ul>
  )
}

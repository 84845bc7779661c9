import { useState } from 'react'
import { MapsTable } from '#web/features/maps/list/maps-table.tsx'
import { DeleteDialog } from '#web/lib/deletion/delete-dialog.tsx'
import { useTakeBack } from '#web/lib/deletion/use-deletions.ts'
import { paths } from '#web/lib/paths.ts'
import { QueryFailed } from '#web/lib/query-failed.tsx'
import { useMaps } from '#web/lib/raster-map/use-maps.ts'
import { Skeleton } from '#web/ui/list/skeleton.tsx'

/** The own maps of a customer: staff look at them, and change none. */
export function UserMaps({ userId }: { userId: string }) {
  const query = useMaps({ userId })
  const { data } = query
  const [deleting, setDeleting] = useState<string>()
  const takeBack = useTakeBack()
  const maps = data?.filter(({ state }) => state !== 'NOT_A_MAP') ?? []
  if (data && maps.length === 0) return null
  return (
    <section className="flex flex-col gap-4">
      <h2 className="font-display text-lg font-semibold">Own maps</h2>
      {query.error && !data ? (
        <QueryFailed title="The maps could not be loaded" query={query} />
      ) : data ? (
        <MapsTable
          maps={maps}
          pathOf={({ mapId }) => paths.adminMapsOf(userId, mapId)}
          onDelete={setDeleting}
          onRestore={(id) => takeBack.mutate({ kind: 'file', id })}
        />
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
      {deleting !== undefined && (
        <DeleteDialog subject={{ kind: 'file', id: deleting }} onClose={() => setDeleting(undefined)} />
      )}
    </section>
  )
}

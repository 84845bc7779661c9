import type { MapItem } from '#contract/maps.ts'
import { TAKE_BACK_DAYS } from '#domain/deletions.ts'
import { displayName } from '#domain/display-names.ts'
import { formatBytes } from '#domain/units.ts'
import { problemOf } from '#web/lib/api.ts'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useDeleteMap } from './own-map-queries.ts'

/** Says what goes, and asks. */
export function DeleteMap({ map, onClose }: { map: MapItem; onClose: () => void }) {
  const remove = useDeleteMap()
  return (
    <ConfirmDialog
      title="Delete this file?"
      confirmLabel="Delete"
      keepLabel="Keep"
      pending={remove.isPending}
      error={remove.error ? problemOf(remove.error) : undefined}
      onConfirm={() =>
        remove.mutate(map.mapId, {
          onSuccess: ({ message }) => {
            toast.success(message)
            onClose()
          },
        })
      }
      onKeep={onClose}
    >
      <p>
        <bdi className="font-semibold break-all">{displayName(map.fileName)}</bdi> ({formatBytes(map.originalBytes)})
        can be taken back for {TAKE_BACK_DAYS} days. Then the file and all that was made of it are removed for good, and
        its storage is free again.
      </p>
      <p className="mt-2">Flights of trials keep the values that were measured on it. They can't be measured again.</p>
    </ConfirmDialog>
  )
}

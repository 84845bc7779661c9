import { Trash2, Undo2 } from 'lucide-react'
import type { MapItem } from '#contract/maps.ts'
import { displayName } from '#domain/display-names.ts'
import { formatBytes } from '#domain/units.ts'
import { Time } from '#web/lib/time.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

type OtherFilesProps = {
  files: readonly MapItem[]
  onDelete?: (fileId: string) => void
  onRestore?: (fileId: string) => void
}

/** Own files that are no maps, such as those that say where a map lies. */
export function OtherFiles({ files, onDelete, onRestore }: OtherFilesProps) {
  if (files.length === 0) return null
  return (
    <details className="mt-6 text-sm">
      <summary className="cursor-pointer py-1 font-semibold">{`Other files (${files.length})`}</summary>
      <ul className="divide-y divide-line border-y border-line">
        {files.map(({ mapId, fileName, originalBytes, purgeOn }) => (
          <li key={mapId} className="flex items-center gap-3 py-1">
            <span className="min-w-0 grow wrap-anywhere">
              <bdi>{displayName(fileName)}</bdi>
              <span className="text-muted">{`, ${formatBytes(originalBytes)}`}</span>
              {purgeOn !== null && (
                <span className="block text-xs text-status-yellow">
                  Deleted. It is removed for good on <Time at={purgeOn} />.
                </span>
              )}
            </span>
            {purgeOn === null
              ? onDelete && (
                  <IconButton icon={Trash2} label={`Delete ${displayName(fileName)}`} onClick={() => onDelete(mapId)} />
                )
              : onRestore && (
                  <IconButton
                    icon={Undo2}
                    label={`Take back ${displayName(fileName)}`}
                    onClick={() => onRestore(mapId)}
                  />
                )}
          </li>
        ))}
      </ul>
    </details>
  )
}

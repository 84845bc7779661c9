import { Box } from 'lucide-react'
import { useState } from 'react'
import type { ReportFile } from '#contract/reports.ts'
import { displayName } from '#domain/display-names.ts'
import { MODEL_BYTES_MAX, mayBePacked, modelTypeOf } from '#domain/models.ts'
import { isPointCloud } from '#domain/point-clouds.ts'
import { formatBytes } from '#domain/units.ts'
import { lateComponent, withWaiting } from '#web/lib/late-code.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadFailed } from '#web/ui/list/load-failed.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'

const ViewerDialog = withWaiting(
  lateComponent(
    async () => (await import('./viewer-dialog.tsx')).ViewerDialog,
    ({ file, onClose, ...missing }) => (
      <Dialog title={displayName(file.fileName)} onClose={onClose}>
        <LoadFailed title="The viewer can't be loaded" {...missing} />
      </Dialog>
    ),
  ),
)

type OpenViewerProps = { file: ReportFile; files: readonly ReportFile[] }

/** The button that opens a 3D model or a point cloud, with the size of what it loads. */
export function OpenViewer({ file, files }: OpenViewerProps) {
  const [isOpen, setOpen] = useState(false)
  const viewable = viewableOf(file)
  if (!viewable) return null
  const label = `${viewable.type === 'points' ? 'Open point cloud' : 'Open model'} (${formatBytes(viewable.bytes)})`
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        aria-label={`${label}: ${displayName(file.fileName)}`}
        onClick={() => setOpen(true)}
      >
        <Box aria-hidden className="size-4" />
        <span className="@max-xl:sr-only">{label}</span>
      </Button>
      {isOpen && <ViewerDialog {...viewable} file={file} files={files} onClose={() => setOpen(false)} />}
    </>
  )
}

function viewableOf(file: ReportFile) {
  const { fileName, size, url, points, model } = file
  if (points) return { type: 'points', bytes: points.bytes } as const
  if (model) return { type: 'glb', bytes: model.bytes } as const
  const type = modelTypeOf(fileName)
  if (isBeingUnpacked(file) || file.modelReason !== null) return undefined
  return type && url !== null && size <= MODEL_BYTES_MAX[type] ? { type, bytes: size } : undefined
}

/** Whether it has to be is not known at first. */
const isBeingUnpacked = ({ fileName, size, isChecking, isInfected, model }: ReportFile): boolean =>
  mayBePacked({ fileName, bytes: size }) && isChecking && !isInfected && !model

/** Why a model or a point cloud can't be opened here, or not yet. */
export function ViewerNote({ file }: { file: ReportFile }) {
  const note = noteOf(file)
  return note && <p className="break-words text-muted">{note}</p>
}

function noteOf(file: ReportFile): string | undefined {
  const { fileName, size, isChecking, isInfected, points, pointsReason, modelReason } = file
  const type = modelTypeOf(fileName)
  if (pointsReason !== null) return pointsReason
  if (modelReason !== null) return modelReason
  if (isBeingUnpacked(file)) return 'Its model is being prepared…'
  if (isPointCloud(fileName) && isChecking && !points && !isInfected) return 'Its points are being prepared…'
  if (!type || size <= MODEL_BYTES_MAX[type]) return undefined
  return `Too large to open here: above ${formatBytes(MODEL_BYTES_MAX[type])}, a browser may run out of memory.`
}

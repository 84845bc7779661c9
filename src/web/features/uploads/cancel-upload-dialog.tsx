import { displayName } from '#domain/display-names.ts'
import { formatBytes } from '#domain/units.ts'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'

type CancelUploadDialogProps = {
  file: { name: string; size: number | null; bytesThere: number }
  /** Whether it is being sent now. */
  running?: boolean
  pending?: boolean
  error?: string | undefined
  onCancelUpload: () => void
  onKeep: () => void
}

/** Asks before an upload is cancelled, and names what is lost. */
export function CancelUploadDialog({ file, running = false, onCancelUpload, ...question }: CancelUploadDialogProps) {
  const { name, size, bytesThere } = file
  const arrived = size === null ? formatBytes(bytesThere) : `${formatBytes(bytesThere)} of ${formatBytes(size)}`
  return (
    <ConfirmDialog
      title={running ? 'Cancel this upload?' : 'Remove this upload?'}
      confirmLabel={running ? 'Cancel upload' : 'Remove upload'}
      keepLabel={running ? 'Keep uploading' : 'Keep'}
      onConfirm={onCancelUpload}
      {...question}
    >
      <p>
        <bdi className="font-semibold break-all">{displayName(name)}</bdi>
      </p>
      <p>
        {bytesThere === 0 ? 'Nothing has arrived yet, and ' : `${arrived} has arrived. It will be deleted, and `}
        nothing will be submitted. The file on your computer stays as it is.
      </p>
    </ConfirmDialog>
  )
}

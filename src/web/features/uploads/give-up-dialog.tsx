import { displayName } from '#domain/display-names.ts'
import { formatBytes } from '#domain/units.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

type GiveUpDialogProps = {
  file: { name: string; size: number | null; bytesThere: number }
  /** It is being sent at this moment. */
  running?: boolean
  pending: boolean
  error?: string | undefined
  onGiveUp: () => void
  onKeep: () => void
}

/** Asks before an upload is given up, and says what is lost. */
export function GiveUpDialog({ file, running = false, pending, error, onGiveUp, onKeep }: GiveUpDialogProps) {
  const { name, size, bytesThere } = file
  const there = size === null ? formatBytes(bytesThere) : `${formatBytes(bytesThere)} of ${formatBytes(size)}`
  return (
    <ConfirmDialog
      title={running ? 'Cancel this upload?' : 'Remove this upload?'}
      confirmLabel={running ? 'Cancel upload' : 'Remove upload'}
      keepLabel={running ? 'Keep uploading' : 'Keep'}
      pending={pending}
      error={error}
      onConfirm={onGiveUp}
      onKeep={onKeep}
    >
      <p>
        <bdi className="font-semibold break-all">{displayName(name)}</bdi>
      </p>
      <p>
        {there} has arrived. It is deleted, and the request is not submitted. The file on your computer stays as it is.
      </p>
    </ConfirmDialog>
  )
}

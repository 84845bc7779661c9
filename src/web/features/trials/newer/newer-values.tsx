import type { NewerChange } from '#contract/newer.ts'
import { displayName } from '#domain/display-names.ts'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { NewerNote } from './newer-note.tsx'

type NewerValuesProps = { newer: NewerChange; onKeepTheirs: () => void; onSaveMine: () => void }

/** Values of plots that two people have typed at once. */
export const NewerValues = ({ newer, onKeepTheirs, onSaveMine }: NewerValuesProps) => (
  <ConfirmDialog
    title="Newer values"
    confirmLabel="Save mine"
    keepLabel="Keep theirs"
    onConfirm={onSaveMine}
    onKeep={onKeepTheirs}
  >
    <NewerNote
      newer={newer}
      names={Object.fromEntries(newer.differences.map(({ what: plotId }) => [plotId, `Plot ${displayName(plotId)}`]))}
    />
  </ConfirmDialog>
)

import { ConfirmDialog } from './confirm-dialog.tsx'

type DiscardQuestionProps = { onDiscard: () => void; onKeep: () => void }

export const DiscardQuestion = ({ onDiscard, onKeep }: DiscardQuestionProps) => (
  <ConfirmDialog
    title="Discard what you entered?"
    confirmLabel="Discard"
    keepLabel="Keep editing"
    onConfirm={onDiscard}
    onKeep={onKeep}
  >
    It isn't saved anywhere.
  </ConfirmDialog>
)

import { Button } from '#web/ui/button.tsx'

type CancelButtonProps = { isPending: boolean; onCancel: () => void }

/** Ends what the server makes in its turn. */
export const CancelButton = ({ isPending, onCancel }: CancelButtonProps) => (
  <Button variant="secondary" size="small" className="self-start" pending={isPending} onClick={onCancel}>
    Cancel
  </Button>
)

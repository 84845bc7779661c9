import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** The address names a request that is not in the list. */
export const MissingAnalysis = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Request not found" size="small" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
    <p className="text-sm">The request that this address names is not in this list. It may belong to someone else.</p>
  </Dialog>
)

import type { ReplyOf } from '#contract/api.ts'
import { displayName } from '#domain/display-names.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

type PlotsOutsideProps = { saved: ReplyOf<'savePlots'>['data']; onClose: () => void }

/** Plots were saved, of which some lie outside the maps. */
export const PlotsOutside = ({ saved, onClose }: PlotsOutsideProps) => (
  <Dialog title="Plots saved" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
    <Alert tone="warning" title={`${saved.outsideCount} of ${saved.plots} plots lie outside the maps`}>
      {saved.outside.slice(0, 20).map(displayName).join(', ')}
      {saved.outsideCount > 20 && ' …'}. They have no values until a flight covers them.
    </Alert>
  </Dialog>
)

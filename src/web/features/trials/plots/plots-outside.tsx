import type { ReplyOf } from '#contract/api.ts'
import { displayName } from '#domain/display-names.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'

type PlotsOutsideProps = { saved: ReplyOf<'savePlots'>['data']; onClose: () => void }

/** Plots were saved, but some lie outside the maps, or not all that their file says was taken. */
export const PlotsOutside = ({ saved, onClose }: PlotsOutsideProps) => (
  <Dialog title="Plots saved" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
    <div className="flex flex-col gap-4">
      {saved.outsideCount > 0 && (
        <Alert tone="warning" title={`${saved.outsideCount} of ${saved.plots} plots lie outside the maps`}>
          {saved.outside.slice(0, 20).map(displayName).join(', ')}
          {saved.outsideCount > 20 && ' …'}. They have no values until a flight covers them.
        </Alert>
      )}
      {saved.leftOut.length > 0 && (
        <Alert tone="warning" title="Not everything was taken">
          <ul className="flex list-disc flex-col gap-1 pl-4 wrap-anywhere">
            {saved.leftOut.map((what) => (
              <li key={what}>{displayName(what)}</li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  </Dialog>
)

export const needsWord = ({ outsideCount, leftOut }: PlotsOutsideProps['saved']): boolean =>
  outsideCount > 0 || leftOut.length > 0

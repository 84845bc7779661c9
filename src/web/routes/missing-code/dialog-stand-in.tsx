import type { MissingProps } from '#web/lib/late-code.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'

type DialogStandInProps = MissingProps & { title: string; onClose: () => void }

/** In the place of a dialog whose code could not be loaded. */
export const DialogStandIn = ({ title, trying, onTryAgain, onClose }: DialogStandInProps) => (
  <Dialog
    title={title}
    size="small"
    onClose={onClose}
    footer={
      <>
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
        <Button pending={trying} onClick={onTryAgain}>
          Try again
        </Button>
      </>
    }
  >
    <p role="alert" className="text-sm/relaxed">
      This couldn't be loaded: we can't reach Skyfurrow right now. We keep trying, and open it as soon as we can. If it
      doesn't open, reload the page.
    </p>
  </Dialog>
)

import type { MissingProps } from '#web/lib/late-code.tsx'
import { Button } from '#web/ui/button.tsx'

/** In the place of the upload dock when its code could not be loaded: the uploads run without it. */
export const DockStandIn = ({ trying, onTryAgain }: MissingProps) => (
  <section
    aria-label="Uploads"
    className="sticky bottom-0 z-10 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line-strong bg-card px-4 py-2 text-sm shadow-lg md:px-8"
  >
    <p>Your upload is running; its progress can't be shown right now. Keep this tab open.</p>
    <Button variant="secondary" size="small" pending={trying} onClick={onTryAgain}>
      Try again
    </Button>
  </section>
)

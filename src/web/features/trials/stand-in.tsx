import type { MissingProps } from '#web/lib/late-code.tsx'
import { LoadFailed } from '#web/ui/list/load-failed.tsx'

/** What stands in the place of a part of the screen whose code could not be loaded. */
export const standIn = (title: string) =>
  function StandIn({ trying, onTryAgain }: MissingProps) {
    return (
      <LoadFailed title={title} trying={trying} onTryAgain={onTryAgain}>
        The connection may be down. It is tried again by itself.
      </LoadFailed>
    )
  }

import type { ComponentType, ReactNode } from 'react'
import { LoadFailed } from '#web/ui/list/load-failed.tsx'
import { lateComponent, type MissingProps, withWaiting } from './late-code.tsx'

/** What stands in the place of a part of a screen whose code could not be loaded. */
export const standIn = (title: string) =>
  function StandIn({ trying, onTryAgain }: MissingProps) {
    return (
      <LoadFailed title={title} trying={trying} onTryAgain={onTryAgain}>
        The connection may be down. It is tried again by itself.
      </LoadFailed>
    )
  }

/** A part of a screen that is loaded when it is shown first. `waiting` is in its place until then. */
export const latePart = <Props extends object>(
  title: string,
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
) => withWaiting(lateComponent(load, standIn(title)), waiting)

/** A dialog that is loaded when it is opened first. */
export const lateDialog = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  latePart('The dialog could not be loaded', load)

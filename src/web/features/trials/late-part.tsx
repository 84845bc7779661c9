import { type ComponentType, type ReactNode, Suspense } from 'react'
import { lateComponent, type MissingProps } from '#web/lib/late-code.tsx'
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

/** A part of the screen whose code is loaded when it is shown first. `waiting` is in its place until then. */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  title: string,
  waiting: ReactNode = null,
) {
  const Part = lateComponent(load, standIn(title))
  return (props: Props) => (
    <Suspense fallback={waiting}>
      <Part {...props} />
    </Suspense>
  )
}

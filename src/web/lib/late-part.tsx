import { type ComponentType, type ReactNode, Suspense } from 'react'
import { LoadFailed } from '#web/ui/list/load-failed.tsx'
import { lateComponent } from './late-code.tsx'

/** A part of a screen that is loaded after it. Where it can't be, its place says so with the title, and it is tried again. */
export function latePart<Props extends object>(
  title: string,
  load: () => Promise<ComponentType<Props>>,
  fallback?: ReactNode,
) {
  const Late = lateComponent(load, ({ trying, onTryAgain }) => <LoadFailed {...{ title, trying, onTryAgain }} />)
  return (props: Props) => (
    <Suspense fallback={fallback}>
      <Late {...props} />
    </Suspense>
  )
}

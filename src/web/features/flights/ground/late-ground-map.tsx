import { lateComponent, withWaiting } from '#web/lib/late-code.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'

/** The code that draws maps is loaded with the first one. */
export const LateGroundMap = withWaiting(
  lateComponent(
    async () => (await import('./ground-map.tsx')).GroundMap,
    () => <p className="p-4 text-sm text-muted">The map could not be loaded. The table of photos says the same.</p>,
  ),
  <Skeleton className="absolute inset-0 rounded-none!" />,
)

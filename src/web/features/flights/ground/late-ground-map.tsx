import { type ComponentProps, Suspense } from 'react'
import { lateComponent } from '#web/lib/late-code.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'

const GroundMap = lateComponent(
  async () => (await import('./ground-map.tsx')).GroundMap,
  () => <p className="p-4 text-sm text-muted">The map could not be loaded. The table of photos says the same.</p>,
)

/** The code that draws maps is loaded with the first one. */
export const LateGroundMap = (props: ComponentProps<typeof GroundMap>) => (
  <Suspense fallback={<Skeleton className="absolute inset-0 rounded-none!" />}>
    <GroundMap {...props} />
  </Suspense>
)

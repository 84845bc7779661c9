import { type ComponentProps, Suspense } from 'react'
import { lateComponent } from '#web/lib/late-code.tsx'
import { standIn } from '#web/lib/late-part.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'

const PhotoMap = lateComponent(
  async () => (await import('./photo-map.tsx')).PhotoMap,
  standIn('The map could not be loaded'),
)

/** While values are loaded. */
export const preloadPhotoMap = (): void => void PhotoMap.preload()

/** The code that draws maps is loaded with the first one. */
export const LatePhotoMap = (props: ComponentProps<typeof PhotoMap>) => (
  <Suspense fallback={<MapSkeleton />}>
    <PhotoMap {...props} />
  </Suspense>
)

export const MapSkeleton = () => <Skeleton className="absolute inset-0 rounded-none!" />

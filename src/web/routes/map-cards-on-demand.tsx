import { type ComponentProps, lazy, Suspense } from 'react'

const Cards = lazy(async () => {
  // Without its code the files below are still there to be downloaded.
  const loaded = await import('#web/features/maps/map-cards.tsx').catch(() => null)
  return { default: loaded?.MapCards ?? (() => null) }
})

/** The maps of a report, loaded once the page is shown. */
export const MapCards = (props: ComponentProps<typeof Cards>) => (
  <Suspense fallback={null}>
    <Cards {...props} />
  </Suspense>
)

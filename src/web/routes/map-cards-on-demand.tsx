import { type ComponentProps, lazy, Suspense } from 'react'

// Without their code the files of a report are still there to be downloaded.

const Cards = lazy(async () => {
  const loaded = await import('#web/features/maps/list/map-cards.tsx').catch(() => null)
  return { default: loaded?.MapCards ?? (() => null) }
})

/** The maps of a report, loaded once the page is shown. */
export const MapCards = (props: ComponentProps<typeof Cards>) => (
  <Suspense>
    <Cards {...props} />
  </Suspense>
)

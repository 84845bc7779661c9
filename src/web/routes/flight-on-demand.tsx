import { type ComponentType, lazy, Suspense } from 'react'

// Without its code the request is still there, and its archive.

type Props = { analysisRequestId: string }

const Section = lazy(async (): Promise<{ default: ComponentType<Props> }> => {
  const loaded = await import('#web/features/flights/flight-section.tsx').catch(() => null)
  return { default: loaded?.FlightSection ?? (() => null) }
})

/** What the photos of an archive say, loaded once the page is shown. */
export const FlightSection = (props: Props) => (
  <Suspense>
    <Section {...props} />
  </Suspense>
)

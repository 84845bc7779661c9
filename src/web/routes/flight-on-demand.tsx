import { type ComponentProps, Suspense } from 'react'
import { lateComponent } from '#web/lib/late-code.tsx'

// Without its code the request is still there, and its archive.

const LateSection = lateComponent(
  async () => (await import('#web/features/flights/flight-section.tsx')).FlightSection,
  () => null,
)
const LateCheck = lateComponent(
  async () => (await import('#web/features/flights/check/flight-check.tsx')).FlightCheck,
  () => null,
)

/** What the photos of an archive say, loaded once the page is shown. */
export const FlightSection = (props: ComponentProps<typeof LateSection>) => (
  <Suspense>
    <LateSection {...props} />
  </Suspense>
)

/** The same before the archive is sent, loaded once a file is chosen. */
export const FlightCheck = (props: ComponentProps<typeof LateCheck>) => (
  <Suspense>
    <LateCheck {...props} />
  </Suspense>
)

import { lateExtra } from '#web/lib/late-code.tsx'

// Without its code the request is still there, and its archive.

/** What the photos of an archive say, loaded once the page is shown. */
export const FlightSection = lateExtra(
  async () => (await import('#web/features/flights/flight-section.tsx')).FlightSection,
)

/** The same before the archive is sent, loaded once a file is chosen. */
export const FlightCheck = lateExtra(
  async () => (await import('#web/features/flights/check/flight-check.tsx')).FlightCheck,
)

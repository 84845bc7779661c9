import type { ReportCategory } from '#domain/analyses.ts'
import { UnreadableArchiveError } from '#domain/archive/byte-reader.ts'
import type { Flight } from '#domain/flights.ts'
import { readArchivePhotos } from '#imagery/flights/archive-photos.ts'
import { describeFlight } from '#imagery/flights/describe-flight.ts'
import { defineWork } from './work.ts'

type FlightSource = { size: number; outputs: readonly ReportCategory[] }
export type FlightOutcome = { flight: Flight; reason: null } | { flight: null; reason: string }

const NO_ARCHIVE = 'Only photos in a ZIP archive can be looked at.'
const DAMAGED = "The archive is damaged, so its photos can't be looked at."

export const work = defineWork(async ({ size, outputs }: FlightSource, readRange, report): Promise<FlightOutcome> => {
  try {
    const found = await readArchivePhotos({ size, readRange, report })
    return found
      ? { flight: describeFlight(found.photos, { outputs }), reason: null }
      : { flight: null, reason: NO_ARCHIVE }
  } catch (error) {
    if (error instanceof UnreadableArchiveError) return { flight: null, reason: DAMAGED }
    throw error
  }
})

import type { ReportCategory } from '#domain/analyses.ts'
import type { Flight } from '#domain/flights.ts'
import { describeFlight } from '#imagery/flights/describe-flight.ts'
import { lookAtArchive } from '#imagery/flights/look-at-archive.ts'
import { defineWork } from './work.ts'

type FlightSource = { size: number; outputs: readonly ReportCategory[] }
export type FlightOutcome = { flight: Flight; reason: null } | { flight: null; reason: string }

export const work = defineWork(async ({ size, outputs }: FlightSource, readRange, report): Promise<FlightOutcome> => {
  const { found, reason } = await lookAtArchive({ size, readRange, report })
  return found ? { flight: describeFlight(found.photos, { outputs }), reason: null } : { flight: null, reason }
})

import type { FlightMethod } from '#domain/flight-method.ts'
import type { Database, TrialFlight } from '../../../adapters/db/schema.ts'
import { selectFlights } from './layers.ts'

export type MeasuredFlight = { flight: TrialFlight; method: FlightMethod; inputs: string }

/** By date. */
export async function measuredFlights(db: Database, measurementId: string): Promise<MeasuredFlight[]> {
  const rows = await selectFlights(db)
    .innerJoin('measuredFlights', 'measuredFlights.flightId', 'trialFlights.id')
    .select(['measuredFlights.inputs', 'measuredFlights.method'])
    .where('measurementId', '=', measurementId)
    .orderBy('moment')
    .execute()
  return rows.map(({ inputs, method, ...flight }) => ({ flight, inputs, method }))
}

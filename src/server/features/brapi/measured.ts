import type { Kysely } from 'kysely'
import type { Measurement, Schema, Trial } from '../../adapters/db/schema.ts'
import { mainColumnOf } from '../trials/results/trait-columns.ts'

export type MeasuredColumn = { flightId: string; takenOn: string; trait: string; unit: string }
export type Measured = { measurement: Measurement; columns: MeasuredColumn[] }

/** The newest measurement of a trial that is done, and what it has of each flight, in the order of the season. */
export async function newestMeasured(db: Kysely<Schema>, { id }: Pick<Trial, 'id'>): Promise<Measured | undefined> {
  const measurement = await db
    .selectFrom('measurements')
    .selectAll()
    .where('trialId', '=', id)
    .where('state', '=', 'DONE')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!measurement) return undefined
  const rows = await db
    .selectFrom('measuredTraits')
    .innerJoin('trialFlights', 'trialFlights.id', 'measuredTraits.flightId')
    .select(['flightId', 'takenOn', 'trait', 'unit', 'columns'])
    .where('measurementId', '=', measurement.id)
    .orderBy('takenOn')
    .orderBy('trait')
    .execute()
  return {
    measurement,
    columns: rows.filter(({ trait, columns }) => columns.includes(mainColumnOf(trait))),
  }
}

/** The date is known, the hour is not. */
export const timeStampOf = (takenOn: string): string => `${takenOn}T00:00:00Z`

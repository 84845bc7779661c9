import type { Database, Measurement } from '../../../adapters/db/schema.ts'

/** Of a trial. Undefined where nothing is measured yet. */
export const newestDoneMeasurement = (db: Database, trialId: string): Promise<Measurement | undefined> =>
  db
    .selectFrom('measurements')
    .innerJoin('work', 'work.id', 'measurements.id')
    .selectAll('measurements')
    .where('trialId', '=', trialId)
    .where('work.state', '=', 'DONE')
    .orderBy('createdAt', 'desc')
    .orderBy('measurements.id', 'desc')
    .limit(1)
    .executeTakeFirst()

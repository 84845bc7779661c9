import { type DegreeDays, degreeDays, type Temperatures } from '#domain/degree-days.ts'
import type { Database } from '../../../adapters/db/schema.ts'
import { authorName } from '../queries.ts'

export type StoredTemperatures = Temperatures & { author: string | null; changedAt: Date }

export const loadTemperatures = (db: Database, trialId: string): Promise<StoredTemperatures | undefined> =>
  db
    .selectFrom('trialTemperatures')
    .select(['base', 'upper', 'days', 'changedAt', authorName.as('author')])
    .where('trialId', '=', trialId)
    .executeTakeFirst()

/** From planting to a day; null without a planting date or temperatures. */
export const degreeDaysOf = (
  temperatures: Temperatures | undefined,
  plantingDate: string | null,
  takenOn: string,
): DegreeDays | null => (temperatures && plantingDate !== null ? degreeDays(temperatures, plantingDate, takenOn) : null)

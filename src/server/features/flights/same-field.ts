import { sql } from 'kysely'
import { type FlightCheck, percent } from '#domain/flights.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { type FlightPlace, sharedGround } from '#imagery/flights/flight-place.ts'
import type { Analysis, Database } from '../../adapters/db/schema.ts'
import { projectName } from '../projects/queries.ts'

export type SameField = { analysisRequestId: string; trialId: string | null; name: string }

/** Flights of one field are never flown quite alike. */
const SHARED_MIN = 0.5
/** The newest ones whose boxes overlap are compared. */
const COMPARED_MAX = 20

type Place = { [Key in keyof FlightPlace]: FlightPlace[Key] | null }

/** The newest earlier request of the same customer over the same ground, and the trial that its maps are in; null when there is none. */
export async function findSameField(
  db: Database,
  { id, accountId, submittedAt }: Pick<Analysis, 'id' | 'accountId' | 'submittedAt'>,
  { west, south, east, north, hull }: Place,
): Promise<{ link: SameField; check: FlightCheck } | null> {
  if (west === null || south === null || east === null || north === null || !hull) return null
  const earlier = await db
    .selectFrom('analyses')
    .innerJoin('files', 'files.analysisId', 'analyses.id')
    .innerJoin('flights', 'flights.fileId', 'files.id')
    .select(['analyses.id', 'hull', projectName.as('projectType')])
    .select(sql<string | null>`flight ->> 'takenFrom'`.as('takenFrom'))
    .where('analyses.accountId', '=', accountId)
    .where('analyses.id', '<>', id)
    .where('status', '<>', 'UPLOADING')
    .where('submittedAt', '<', submittedAt)
    .where('west', '<=', east)
    .where('east', '>=', west)
    .where('south', '<=', north)
    .where('north', '>=', south)
    .orderBy('submittedAt', 'desc')
    .orderBy('files.createdAt', 'desc')
    .orderBy('files.id', 'desc')
    .limit(COMPARED_MAX)
    .execute()
  const shares = earlier.map((one) => ({ ...one, share: one.hull ? sharedGround(hull, one.hull) : 0 }))
  const found = shares.find(({ share }) => share > SHARED_MIN)
  if (!found) return null
  const trial = await trialOf(db, found.id, accountId)
  const project = projectTypeLabel(found.projectType)
  const day = found.takenFrom?.slice(0, 10)
  const link = { analysisRequestId: found.id, trialId: trial?.id ?? null, name: trial?.name ?? project }
  const what = `This is the field of an earlier request for ${project}${day ? `, flown on ${day}` : ''}: ${percent(found.share)} of the ground is the same.`
  const todo = trial
    ? `Its maps are in the trial ${trial.name}: add this flight there, too.`
    : 'A trial of both flights compares its plots over time.'
  return { link, check: { id: 'same-field', severity: 'inform', message: `${what} ${todo}`, photos: [] } }
}

/** The newest trial of the customer with maps of a request. */
const trialOf = (db: Database, analysisId: string, accountId: string) =>
  db
    .selectFrom('trials')
    .select(['trials.id', 'trials.name'])
    .where('trials.accountId', '=', accountId)
    .where((where) =>
      where.exists(
        where
          .selectFrom('trialFlights')
          .innerJoin('flightLayers', 'flightLayers.flightId', 'trialFlights.id')
          .innerJoin('files', 'files.id', 'flightLayers.fileId')
          .select('trialFlights.id')
          .whereRef('trialFlights.trialId', '=', 'trials.id')
          .where('files.analysisId', '=', analysisId),
      ),
    )
    .orderBy('trials.createdAt', 'desc')
    .orderBy('trials.id')
    .limit(1)
    .executeTakeFirst()

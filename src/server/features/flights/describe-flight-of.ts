import { sql } from 'kysely'
import { isReportCategory } from '#domain/analyses.ts'
import { isHostile } from '#domain/archive/inspection.ts'
import { FLIGHT_MAKER, type FlightAnswers, NO_ANSWERS, verdictOf } from '#domain/flights.ts'
import { minutes } from '#domain/units.ts'
import type { StoredFile } from '../../adapters/db/schema.ts'
import type { Attempt } from '../../adapters/queue/queue.ts'
import type { FlightOutcome, work as flightWork } from '../../compute/photos/flight-worker.ts'
import { OverBudget } from '../../compute/pool.ts'
import type { Deps } from '../../deps.ts'
import { hasAnswers } from '../files/derived.ts'
import { readFully } from '../files/read-fully.ts'
import { skipIfMissing } from '../files/skip-missing.ts'
import { type TellDeps, tellCustomer } from './tell-customer.ts'

type DescribeDeps = Pick<Deps, 'db' | 'storage' | 'compute' | 'log'> & TellDeps

/** Photos packed without loss take the longest: each is unpacked to its end. */
const SECONDS_MAX = minutes(10) / 1000
const HOSTILE =
  'Its photos are not looked at, because what it holds is far larger than the archive, or lies on top of itself.'
const STOPPED = 'Looking at the photos of this archive took too long.'

/** Looks at the photos of an archive, and records what they say. */
export async function describeFlightOf(
  deps: DescribeDeps,
  { fileId }: { fileId: string },
  attempt: Partial<Attempt> = {},
): Promise<void> {
  const archive = await deps.db
    .selectFrom('files')
    .innerJoin('analyses', 'analyses.id', 'files.analysisId')
    .leftJoin('flights', 'flights.fileId', 'files.id')
    .selectAll('files')
    .select(['reportCategories', 'flightAnswers', 'maker', hasAnswers.as('hasAnswers')])
    .where('files.id', '=', fileId)
    .executeTakeFirst()
  if (archive?.kind !== 'ARCHIVE' || archive.damagedAt || archive.virusScan === 'infected') return
  if (archive.maker === FLIGHT_MAKER && archive.hasAnswers) return
  const outcome = await skipIfMissing(deps, fileId, look(deps, archive, attempt))
  if (outcome) await record(deps, { fileId, answers: archive.flightAnswers, outcome })
}

type Archive = StoredFile & { reportCategories: string[]; flightAnswers: FlightAnswers | null }

async function look(
  { storage, compute, log }: DescribeDeps,
  { id, storageKey: key, bytes: size, fileName, inspection, reportCategories, flightAnswers }: Archive,
  { signal, report }: Partial<Attempt>,
): Promise<FlightOutcome> {
  if (inspection && isHostile(inspection)) return { flight: null, photos: null, place: null, reason: HOSTILE }
  const outputs = reportCategories.filter(isReportCategory)
  const readRange = (from: number, to: number) => readFully(storage.read({ key, from, to }), to - from)
  const file = new URL('../../compute/photos/flight-worker.ts', import.meta.url)
  try {
    return await compute.run<typeof flightWork>({
      file,
      input: { size, outputs, answers: flightAnswers ?? NO_ANSWERS },
      readRange,
      report: (fraction) => report?.('looking', fraction),
      signal,
      secondsMax: SECONDS_MAX,
    })
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error
    log.error({ err: error, fileId: id, fileName }, 'looking at photos exceeded its budget')
    return { flight: null, photos: null, place: null, reason: STOPPED }
  }
}

type Found = { fileId: string; answers: FlightAnswers | null; outcome: FlightOutcome }

/** Nothing when the file was removed meanwhile, or people have said something else: it is looked at again then. What staff acknowledged stays, and counts where a finding says the same. */
async function record(
  { db, ...deps }: Pick<Deps, 'db'> & TellDeps,
  { fileId, answers, outcome: { flight, photos, place, reason } }: Found,
): Promise<void> {
  const found = {
    maker: FLIGHT_MAKER,
    reason,
    flight: flight && JSON.stringify(flight),
    answers: answers && JSON.stringify(answers),
    photos,
    west: null,
    south: null,
    east: null,
    north: null,
    ...place,
    hull: place && JSON.stringify(place.hull),
  }
  await db.transaction().execute(async (trx) => {
    const file = await trx
      .selectFrom('files')
      .innerJoin('analyses', 'analyses.id', 'files.analysisId')
      .select('files.analysisId')
      .where('files.id', '=', fileId)
      .where(sql<boolean>`flight_answers is not distinct from ${found.answers}::jsonb`)
      .forShare()
      .executeTakeFirst()
    if (!file?.analysisId) return
    const before = await trx
      .selectFrom('flights')
      .select('acknowledged')
      .where('fileId', '=', fileId)
      .forUpdate()
      .executeTakeFirst()
    const verdict = flight ? verdictOf(flight.checks, before?.acknowledged ?? []) : { worst: null, open: null }
    await trx
      .insertInto('flights')
      .values({ fileId, ...found, ...verdict })
      .onConflict((conflict) => conflict.column('fileId').doUpdateSet({ ...found, ...verdict }))
      .execute()
    if (flight) await tellCustomer(trx, deps, { fileId, analysisId: file.analysisId, flight })
  })
}

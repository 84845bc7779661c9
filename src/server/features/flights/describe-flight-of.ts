import { isReportCategory } from '#domain/analyses.ts'
import { FLIGHT_MAKER } from '#domain/flights.ts'
import { minutes } from '#domain/units.ts'
import type { StoredFile } from '../../adapters/db/schema.ts'
import type { Attempt } from '../../adapters/queue/queue.ts'
import type { FlightOutcome, work as flightWork } from '../../compute/flight-worker.ts'
import { OverBudget } from '../../compute/pool.ts'
import type { Deps } from '../../deps.ts'
import { readFully } from '../files/read-fully.ts'
import { skipIfMissing } from '../files/skip-missing.ts'

type DescribeDeps = Pick<Deps, 'db' | 'storage' | 'compute' | 'log'>

/** Photos packed without loss take the longest: each is unpacked to its end. */
const SECONDS_MAX = minutes(10) / 1000
const STOPPED = 'Looking at the photos of this archive took too long.'

/** Looks at the photos of an archive, and records what they say. */
export async function describeFlightOf(
  deps: DescribeDeps,
  { fileId }: { fileId: string },
  attempt: Partial<Attempt> = {},
): Promise<void> {
  const { db } = deps
  const file = await db.selectFrom('files').selectAll().where('id', '=', fileId).executeTakeFirst()
  if (file?.kind !== 'ARCHIVE' || file.damagedAt || file.virusScan === 'infected') return
  const known = await db.selectFrom('flights').select('maker').where('fileId', '=', fileId).executeTakeFirst()
  if (known?.maker === FLIGHT_MAKER) return
  const outcome = await skipIfMissing(deps, fileId, look(deps, file, attempt))
  if (outcome) await record(deps, fileId, outcome)
}

async function look(
  { db, storage, compute, log }: DescribeDeps,
  { id, analysisId, storageKey: key, bytes: size, fileName }: StoredFile,
  { signal, report }: Partial<Attempt>,
): Promise<FlightOutcome> {
  const { reportCategories } = await db
    .selectFrom('analyses')
    .select('reportCategories')
    .where('id', '=', analysisId)
    .executeTakeFirstOrThrow()
  const readRange = (from: number, to: number) => readFully(storage.read({ key, from, to }), to - from)
  const file = new URL('../../compute/flight-worker.ts', import.meta.url)
  try {
    return await compute.run<typeof flightWork>({
      file,
      input: { size, outputs: reportCategories.filter(isReportCategory) },
      readRange,
      report: (fraction) => report?.('looking', fraction),
      signal,
      secondsMax: SECONDS_MAX,
    })
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error
    log.error({ err: error, fileId: id, fileName }, 'looking at photos exceeded its budget')
    return { flight: null, reason: STOPPED }
  }
}

/** Nothing when the file was removed meanwhile. */
async function record({ db }: Pick<Deps, 'db'>, fileId: string, { flight, reason }: FlightOutcome): Promise<void> {
  const found = { maker: FLIGHT_MAKER, reason, flight: flight && JSON.stringify(flight) }
  await db.transaction().execute(async (trx) => {
    const file = await trx.selectFrom('files').select('id').where('id', '=', fileId).forShare().executeTakeFirst()
    if (!file) return
    await trx
      .insertInto('flights')
      .values({ fileId, ...found })
      .onConflict((conflict) => conflict.column('fileId').doUpdateSet(found))
      .execute()
  })
}

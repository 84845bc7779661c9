import { AppError } from '#domain/errors.ts'
import { type MeasuredShift, noShift, SHIFTS_MAKER } from '#domain/shifts.ts'
import { minutes } from '#domain/units.ts'
import type { Database, ShiftRun, TrialFlight } from '../../../adapters/db/schema.ts'
import { type Attempt, CantBeDone } from '../../../adapters/queue/queue.ts'
import { lockRunning } from '../../../adapters/queue/work.ts'
import { DamagedObject } from '../../../adapters/storage/storage.ts'
import { OverBudget } from '../../../compute/pool.ts'
import type { work as shiftWork } from '../../../compute/trials/shift-worker.ts'
import type { Deps } from '../../../deps.ts'
import { mainPhotoOf } from '../flights/layers.ts'
import { mainMapOf, mapsOfFlights } from '../flights/maps-of-customer.ts'
import { filesInARow } from '../measuring/files-in-a-row.ts'
import { type Source, sourcesOf } from '../measuring/sources-of-flight.ts'
import { flightsOf } from '../queries.ts'
import { hashOfMap } from './hash-of-map.ts'

type ShiftDeps = Pick<Deps, 'db' | 'storage' | 'compute' | 'now' | 'log'>

const SHIFT_WORKER = new URL('../../../compute/trials/shift-worker.ts', import.meta.url)
/** Two maps of 50,000 x 50,000 pixels are read. */
const SECONDS_MAX = minutes(20) / 1000

/** Measures how far each flight lies from the reference. A flight that is done is not measured again by a later attempt. */
export async function measureShifts(
  deps: ShiftDeps,
  { runId }: { runId: string },
  attempt: Partial<Attempt> = {},
): Promise<void> {
  const run = await deps.db.selectFrom('shiftRuns').selectAll().where('id', '=', runId).executeTakeFirst()
  if (!run) return
  const flights = await flightsOf(deps.db, run.trialId)
  const reference = flights.find(({ id }) => id === run.referenceId)
  if (!reference) return
  const others = flights.filter(({ id }) => id !== run.referenceId)
  for (const [index, flight] of others.entries()) {
    attempt.signal?.throwIfAborted()
    const report = (fraction: number) => attempt.report?.('measuring', (index + fraction) / others.length)
    report(0)
    await measureOne(deps, { run, reference, flight, report, signal: attempt.signal })
  }
}

type Pair = {
  run: ShiftRun
  reference: TrialFlight
  flight: TrialFlight
  report: (fraction: number) => void
  signal: AbortSignal | undefined
}

async function measureOne(deps: ShiftDeps, pair: Pair): Promise<void> {
  const { run, reference, flight } = pair
  const maps = await mapsOfFlights(deps.db, [reference, flight])
  const from = orthomosaicOf(reference, maps)
  const hashes = { flightMap: hashOfMap(mainMapOf(flight, maps)), referenceMap: hashOfMap(from) }
  if (await isKnown(deps.db, pair, hashes)) return
  const { measured, isFinal } = await measurePair(deps, pair, { from, maps })
  const known = isFinal ? hashes : { flightMap: null, referenceMap: null }
  await record(deps, { run, flight, measured, ...known })
}

type Maps = Awaited<ReturnType<typeof mapsOfFlights>>

const orthomosaicOf = (flight: TrialFlight, maps: Maps): Source =>
  sourcesOf({ ...flight, layers: [mainPhotoOf(flight)] }, maps).photos[0]

type Hashes = { flightMap: string | null; referenceMap: string | null }

/** Whether the same maps were compared before, in the same way. */
async function isKnown(
  db: Database,
  { reference, flight }: Pair,
  { flightMap, referenceMap }: Hashes,
): Promise<boolean> {
  const known = await db
    .selectFrom('measuredShifts')
    .select('flightId')
    .where('flightId', '=', flight.id)
    .where('referenceId', '=', reference.id)
    .where('maker', '=', SHIFTS_MAKER)
    .where('flightMap', '=', flightMap)
    .where('referenceMap', '=', referenceMap)
    .executeTakeFirst()
  return known !== undefined
}

const without = (reason: string) => ({ measured: noShift(reason), isFinal: false })

/** A flight whose map can't be read now has no shift, says why, and is tried again the next time. */
async function measurePair(
  { storage, compute, log }: ShiftDeps,
  { reference, flight, report, signal }: Pair,
  { from, maps }: { from: Source; maps: Maps },
): Promise<{ measured: MeasuredShift; isFinal: boolean }> {
  const { place, readRange } = filesInARow(storage)
  try {
    const input = { reference: place(from), flight: place(orthomosaicOf(flight, maps)) }
    const measured = await compute.run<typeof shiftWork>({
      file: SHIFT_WORKER,
      input,
      readRange,
      report,
      signal,
      secondsMax: SECONDS_MAX,
    })
    return { measured, isFinal: true }
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof CantBeDone) return without(error.message)
    const names = `${from.fileName} (${reference.moment}) or ${mainPhotoOf(flight).name} (${flight.moment})`
    if (error instanceof OverBudget) {
      log.error({ err: error, flightId: flight.id }, 'a shift exceeded its budget')
      return without('Comparing these maps takes too much time or memory.')
    }
    const isMissing = error instanceof AppError && error.code === 'not-found'
    if (!isMissing && !(error instanceof DamagedObject)) throw error
    log.error({ err: error, flightId: flight.id }, 'a map of a flight is missing or damaged in storage')
    return without(`${names} is missing or damaged on the server. Attach it again.`)
  }
}

type Found = Hashes & { run: ShiftRun; flight: TrialFlight; measured: MeasuredShift }

/** Nothing of one that was cancelled meanwhile, or of a flight that was removed. */
const record = ({ db, now }: ShiftDeps, { run, flight, measured, flightMap, referenceMap }: Found): Promise<void> =>
  db.transaction().execute(async (trx) => {
    if (!(await lockRunning(trx, run.id))) return
    const flights = await trx
      .selectFrom('trialFlights')
      .select('id')
      .where('id', 'in', [flight.id, run.referenceId])
      .forShare()
      .execute()
    if (flights.length < 2) return
    const values = {
      referenceId: run.referenceId,
      maker: SHIFTS_MAKER,
      flightMap,
      referenceMap,
      measured: JSON.stringify(measured),
      authorId: run.authorId,
      measuredAt: now(),
    }
    await trx
      .insertInto('measuredShifts')
      .values({ flightId: flight.id, ...values })
      .onConflict((on) => on.column('flightId').doUpdateSet(values))
      .execute()
  })

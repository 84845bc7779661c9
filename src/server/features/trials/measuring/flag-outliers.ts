import { dayOf } from '#domain/dates.ts'
import { minutes } from '#domain/units.ts'
import { type Flag, toBits } from '#imagery/traits/measure/flags.ts'
import { mainColumnOf, packColumns } from '#imagery/traits/trait-columns.ts'
import type { Measurement, TrialFlight } from '../../../adapters/db/schema.ts'
import type { work as outlierWork } from '../../../compute/trials/outlier-worker.ts'
import type { Deps } from '../../../deps.ts'
import { measuredFlights } from '../flights/measured-flights.ts'
import type { MeasuredPlots } from '../queries.ts'
import { readColumn, type StoredTrait } from '../results/read-column.ts'
import { FLIGHT_FLAGS, flightFlags, type MethodOfFlight } from './flight-flags.ts'

const OUTLIER_WORKER = new URL('../../../compute/trials/outlier-worker.ts', import.meta.url)
const SECONDS_MAX = minutes(5) / 1000

type Measured = {
  measurement: Measurement
  plots: MeasuredPlots
  flights: readonly TrialFlight[]
  signal: AbortSignal | undefined
}
/** A trait on a flight, by its main value. */
type OfFlight = StoredTrait & { takenOn: string; values: number[]; flags: Float64Array }

const OUTLIERS: readonly Flag[] = ['OUTLIER_SPATIAL', 'OUTLIER_TIME', 'LODGING?']
const SET_HERE = toBits([...OUTLIERS, ...FLIGHT_FLAGS])

/** Marks what only shows beside other plots and dates, once all flights are measured. It may run again. */
export async function flagOutliers({ db, compute }: Pick<Deps, 'db' | 'compute'>, measured: Measured): Promise<void> {
  const places = measured.plots.plots.map(({ attributes: { row, column } }) =>
    row === undefined || column === undefined ? null : { row, column },
  )
  const traits = await listTraits(db, measured)
  const ofFlight = flightFlags(await listMethods(db, measured), await plantingDateOf(db, measured))
  for (const [trait, stored] of traits) {
    const season = await readSeason(db, stored)
    const found = await compute.run<typeof outlierWork>({
      file: OUTLIER_WORKER,
      input: {
        season: season.map(({ takenOn, values }) => ({ day: dayOf(takenOn), values })),
        places,
        cover: trait === 'canopyHeight' ? await coverOn(db, season, traits.get('canopyCover') ?? []) : null,
      },
      signal: measured.signal,
      secondsMax: SECONDS_MAX,
    })
    for (const [at, one] of season.entries()) {
      const others = ofFlight(one.flightId, trait)
      const flags = one.flags.map((bits, plot) => (bits & ~SET_HERE) | (found[at]?.[plot] ?? 0) | others(plot))
      if (flags.some((bits, plot) => bits !== one.flags[plot])) await writeFlags(db, one, flags)
    }
  }
}

type Stored = StoredTrait & Pick<OfFlight, 'takenOn'>

/** Each trait with its flights, in the order of their dates. */
async function listTraits(
  db: Deps['db'],
  { measurement: { id: measurementId }, plots, flights }: Measured,
): Promise<Map<string, Stored[]>> {
  const rows = await db
    .selectFrom('measuredTraits')
    .select(['trait', 'flightId', 'columns'])
    .where('measurementId', '=', measurementId)
    .execute()
  const inOrder = flights.flatMap(({ id, takenOn }) =>
    rows
      .filter(({ flightId }) => flightId === id)
      .map((row): Stored => ({ ...row, measurementId, takenOn, plots: plots.count })),
  )
  return Map.groupBy(inOrder, ({ trait }) => trait)
}

async function listMethods(db: Deps['db'], { measurement: { id } }: Measured): Promise<MethodOfFlight[]> {
  const measured = await measuredFlights(db, id)
  return measured.map(({ flight: { id: flightId, takenOn }, method }) => ({ flightId, takenOn, method }))
}

async function plantingDateOf(db: Deps['db'], { measurement: { trialId } }: Measured): Promise<string | null> {
  const trial = await db.selectFrom('trials').select('plantingDate').where('id', '=', trialId).executeTakeFirst()
  return trial?.plantingDate ?? null
}

async function readSeason(db: Deps['db'], stored: readonly Stored[]): Promise<OfFlight[]> {
  const season: OfFlight[] = []
  for (const one of stored) {
    const values = [...(await readColumn(db, one, mainColumnOf(one.trait)))]
    season.push({ ...one, values, flags: await readColumn(db, one, 'flags') })
  }
  return season
}

/** The canopy cover on the same flights; null where there is none. */
async function coverOn(
  db: Deps['db'],
  season: readonly Stored[],
  cover: readonly Stored[],
): Promise<(number[] | null)[]> {
  const values = new Map<string, number[]>()
  for (const one of cover) values.set(one.flightId, [...(await readColumn(db, one, mainColumnOf(one.trait)))])
  return season.map(({ flightId }) => values.get(flightId) ?? null)
}

async function writeFlags(
  db: Deps['db'],
  { measurementId, flightId, trait, plots }: StoredTrait,
  flags: Float64Array,
): Promise<void> {
  const { data } = packColumns(new Map([['flags', flags]]), plots)
  await db
    .insertInto('seasonFlags')
    .values({ measurementId, flightId, trait, flags: data })
    .onConflict((conflict) => conflict.columns(['measurementId', 'flightId', 'trait']).doUpdateSet({ flags: data }))
    .execute()
}

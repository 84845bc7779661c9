import { sql } from 'kysely'
import { minutes } from '#domain/units.ts'
import { type Flag, toBits } from '#imagery/traits/measure/flags.ts'
import type { Database } from '../../../adapters/db/open.ts'
import type { Measurement, TrialFlight, TrialPlots } from '../../../adapters/db/schema.ts'
import type { work as outlierWork } from '../../../compute/outlier-worker.ts'
import type { Deps } from '../../../deps.ts'
import { mainColumnOf, packColumns, unpackColumn } from '../results/trait-columns.ts'

const OUTLIER_WORKER = new URL('../../../compute/outlier-worker.ts', import.meta.url)
const SECONDS_MAX = minutes(5) / 1000

type Measured = {
  measurement: Measurement
  plots: TrialPlots
  flights: readonly TrialFlight[]
  signal: AbortSignal | undefined
}
/** A trait on a flight. */
type OfFlight = { flight: TrialFlight; columns: readonly string[]; values: number[]; flags: number[] }

const OUTLIERS: readonly Flag[] = ['OUTLIER_SPATIAL', 'OUTLIER_TIME', 'LODGING?']
const DAY_MS = 86_400_000

/** Marks what only shows beside other plots and dates, once all flights are measured. It may run again. */
export async function flagOutliers({ db, compute }: Pick<Deps, 'db' | 'compute'>, measured: Measured): Promise<void> {
  const { measurement, plots, signal } = measured
  const places = plots.plots.map(({ attributes: { row, column } }) =>
    row === undefined || column === undefined ? null : { row, column },
  )
  const coverOf = new Map((await readTrait(db, measured, 'canopyCover')).map((one) => [one.flight.id, one.values]))
  const ofMeasurement = db.selectFrom('measuredTraits').where('measurementId', '=', measurement.id)
  for (const { trait } of await ofMeasurement.select('trait').distinct().execute()) {
    const season = await readTrait(db, measured, trait)
    const found = await compute.run<typeof outlierWork>({
      file: OUTLIER_WORKER,
      input: {
        season: season.map(({ flight, values }) => ({ day: Date.parse(flight.takenOn) / DAY_MS, values })),
        places,
        cover: trait === 'canopyHeight' ? season.map(({ flight }) => coverOf.get(flight.id) ?? null) : null,
      },
      readRange: async () => new Uint8Array(),
      signal,
      secondsMax: SECONDS_MAX,
    })
    for (const [at, one] of season.entries()) {
      const flags = one.flags.map((bits, plot) => (bits & ~toBits(OUTLIERS)) | (found[at]?.[plot] ?? 0))
      if (flags.some((bits, plot) => bits !== one.flags[plot])) await writeFlags(db, measured, { trait, one, flags })
    }
  }
}

/** The main values of a trait and their flags, on the flights that have it. */
async function readTrait(db: Database, { measurement, plots, flights }: Measured, trait: string): Promise<OfFlight[]> {
  const season: OfFlight[] = []
  for (const flight of flights) {
    const stored = await db
      .selectFrom('measuredTraits')
      .select(['columns', 'data'])
      .where('measurementId', '=', measurement.id)
      .where('flightId', '=', flight.id)
      .where('trait', '=', trait)
      .executeTakeFirst()
    if (!stored) continue
    const { columns, data } = stored
    const read = (name: string): number[] => {
      const from = startOf(columns, name, plots.count)
      return [...unpackColumn(data.subarray(from, from + plots.count * Float64Array.BYTES_PER_ELEMENT))]
    }
    season.push({ flight, columns, values: read(mainColumnOf(trait)), flags: read('flags') })
  }
  return season
}

type Writing = { trait: string; one: OfFlight; flags: readonly number[] }

async function writeFlags(
  db: Database,
  { measurement, plots }: Measured,
  { trait, one, flags }: Writing,
): Promise<void> {
  const { data } = packColumns(new Map([['flags', Float64Array.from(flags)]]), plots.count)
  const from = startOf(one.columns, 'flags', plots.count) + 1
  await sql`
    update measured_traits set data = overlay(data placing ${data}::bytea from ${from}::int)
    where measurement_id = ${measurement.id} and flight_id = ${one.flight.id} and trait = ${trait}`.execute(db)
}

/** Where a column begins in the bytes of a trait. */
function startOf(columns: readonly string[], name: string, plots: number): number {
  const at = columns.indexOf(name)
  if (at < 0) throw new Error(`There is no column ${name}`)
  return at * plots * Float64Array.BYTES_PER_ELEMENT
}

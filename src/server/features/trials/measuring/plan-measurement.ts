import { sql } from 'kysely'
import type { QueryOf, ReplyOf } from '#contract/api.ts'
import type { FlightPlan } from '#contract/measurement-plan.ts'
import { PHOTO_KINDS } from '#domain/trials.ts'
import { describeTrait } from '#imagery/traits/catalogue/own-traits.ts'
import { planHeights, planPhotos } from '#imagery/traits/on-maps/plan-flight.ts'
import type { Actor } from '../../../actor.ts'
import type { Database, TrialFlight } from '../../../adapters/db/schema.ts'
import { CantBeDone } from '../../../adapters/queue/queue.ts'
import type { Deps } from '../../../deps.ts'
import { mapsOfFlights, type TrialMap } from '../flights/maps-of-customer.ts'
import { loadOwnTraits } from '../formulas/list-formulas.ts'
import { flightsOf, loadTrial } from '../queries.ts'
import { type Source, type Sources, sourcesOf } from './sources-of-flight.ts'

/** What measuring would do now, by what is known of the maps; no pixel is read. */
export async function planMeasurement(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { trialId, mask }: QueryOf<'planMeasurement'>,
): Promise<ReplyOf<'planMeasurement'>['data']> {
  await loadTrial(db, actor, trialId)
  const formulas = await loadOwnTraits(db, trialId)
  const flights = await flightsOf(db, trialId)
  const maps = await mapsOfFlights(db, flights)
  const plans = flights.map((flight) => planFlight(flight, maps, { mask: { method: mask }, formulas }))
  return { flights: plans, seconds: await secondsFor(db, flights, maps) }
}

type Settings = Parameters<typeof planPhotos>[1]

function planFlight(flight: TrialFlight, maps: ReadonlyMap<string, TrialMap>, settings: Settings): FlightPlan {
  const { id: trialFlightId, moment } = flight
  const nothing = (problem: string) => ({ trialFlightId, moment, problem, layers: [], unavailable: [] })
  const sources = usable(flight, maps)
  if (sources instanceof CantBeDone) return nothing(sources.message)
  const plan = planPhotos(sources.photos, settings)
  if (plan.problem !== undefined) return nothing(plan.problem)
  const heights = planHeights(sources, settings)
  const named = (trait: string) => ({ trait, name: describeTrait(trait, settings.formulas).name })
  const layer = ({ kind, fileName }: Source, traits: readonly string[]) => ({
    kind,
    fileName,
    traits: traits.map(named),
  })
  const { photos, elevation } = sources
  return {
    trialFlightId,
    moment,
    problem: null,
    layers: [
      ...plan.photos.flatMap(({ photo, traits }) => {
        const source = photos[photo]
        return source && traits.length > 0 ? [layer(source, traits)] : []
      }),
      ...(elevation && heights.traits.length > 0 ? [layer(elevation, heights.traits)] : []),
    ],
    unavailable: [...plan.unavailable, ...heights.unavailable].map((one) => ({ ...one, ...named(one.trait) })),
  }
}

function usable(flight: TrialFlight, maps: ReadonlyMap<string, TrialMap>): Sources | CantBeDone {
  try {
    return sourcesOf(flight, maps)
  } catch (error) {
    if (error instanceof CantBeDone) return error
    throw error
  }
}

const EARLIER_MAX = 20

/** By the newest measurements of this installation. One that took values over was faster, so nine in ten must be below. */
async function secondsFor(
  db: Database,
  flights: readonly TrialFlight[],
  maps: ReadonlyMap<string, TrialMap>,
): Promise<number | null> {
  const { rows } = await sql<{ perPixel: number | null }>`
    with done as (
      select measurements.id, extract(epoch from ended_at - started_at) as seconds
      from measurements join work on work.id = measurements.id
      where state = 'DONE' and started_at is not null order by ended_at desc limit ${EARLIER_MAX}
    ), sized as (
      select done.id, seconds, sum((facts ->> 'width')::float8 * (facts ->> 'height')::float8) as pixels
      from done join measured_flights on measurement_id = done.id
        join flight_layers on flight_layers.flight_id = measured_flights.flight_id and kind in (${sql.join(PHOTO_KINDS)})
        join maps on maps.file_id = flight_layers.file_id
      group by done.id, seconds
    )
    select percentile_cont(0.9) within group (order by seconds / pixels) as per_pixel from sized where pixels > 0`.execute(
    db,
  )
  const perPixel = rows[0]?.perPixel ?? null
  if (perPixel === null) return null
  const photos = flights.flatMap(({ layers }) => layers.filter(({ kind }) => PHOTO_KINDS.some((one) => one === kind)))
  const facts = photos.flatMap(({ fileId }) => maps.get(fileId ?? '')?.facts ?? [])
  return perPixel * facts.reduce((sum, { width, height }) => sum + width * height, 0)
}

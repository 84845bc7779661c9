import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { BodyOf } from '#contract/api.ts'
import { AppError } from '#domain/errors.ts'
import { type RasterFacts, whyNoPlantHeights } from '#domain/maps.ts'
import { FLIGHTS_MAX, overlap } from '#domain/trials.ts'
import { hours } from '#domain/units.ts'
import { whyNoPlace } from '#imagery/rasters/place.ts'
import type { Actor } from '../../../actor.ts'
import type { Schema, Trial } from '../../../adapters/db/schema.ts'
import { audit } from '../../../audit.ts'
import type { Deps } from '../../../deps.ts'
import { flightsOf, lockTrial } from '../queries.ts'
import { boundsOfFlights, findUsableMap, mapsOfFlights, overlapsAny, type TrialMap } from './maps-of-customer.ts'

/** Adds the maps of a day to a trial. */
export async function addTrialFlight(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { trialId, takenOn, orthomosaicMapId, elevationMapId, bareGroundMapId }: BodyOf<'addTrialFlight'>,
): Promise<{ trialFlightId: string }> {
  const id = randomUUID()
  const at = deps.now()
  await deps.db.transaction().execute(async (trx) => {
    const trial = await lockTrial(trx, actor, trialId)
    // Where the day begins first, it is tomorrow already.
    if (Date.parse(takenOn) > at.getTime() + hours(14)) throw conflict('This date lies in the future.')
    const find = async (mapId: string | undefined, part: Part) =>
      mapId === undefined ? null : checked(await findUsableMap(trx, actor, { trial, mapId }), part)
    const orthomosaic = checked(await findUsableMap(trx, actor, { trial, mapId: orthomosaicMapId }), 'orthomosaic')
    const elevation = await find(elevationMapId, 'elevation')
    const bareGround = await find(bareGroundMapId, 'bareGround')
    for (const map of [elevation, bareGround]) if (map) requireOverlap(orthomosaic, map)
    requireOtherGround(elevation, bareGround)
    await requireRoom(trx, { trial, takenOn, orthomosaic })
    await trx
      .insertInto('trialFlights')
      .values({
        id,
        trialId,
        takenOn,
        orthomosaicFileId: orthomosaic.id,
        orthomosaicName: orthomosaic.fileName,
        elevationFileId: elevation?.id ?? null,
        elevationName: elevation?.fileName ?? null,
        bareGroundFileId: bareGround?.id ?? null,
        bareGroundName: bareGround?.fileName ?? null,
        createdAt: at,
      })
      .execute()
    const files = [orthomosaic, elevation, bareGround].flatMap((map) => map?.fileName ?? [])
    const after = { takenOn, files }
    await audit(trx, actor, { at, action: 'trial.flight-added', subject: `trial:${trialId}`, after })
  })
  return { trialFlightId: id }
}

type PlacedMap = TrialMap & { facts: RasterFacts & { bounds: NonNullable<RasterFacts['bounds']> } }

const conflict = (message: string): AppError => new AppError('conflict', message)

/** What a map is of a flight. */
type Part = 'orthomosaic' | 'elevation' | 'bareGround'

/** @throws AppError 'conflict' that says what to do */
function checked(map: TrialMap, part: Part): PlacedMap {
  const { fileName, facts } = map
  if (!facts) throw conflict(`${fileName} is not a map, or is still being prepared. Choose another one, or wait.`)
  if (part !== 'orthomosaic' && facts.kind !== 'elevation')
    throw conflict(
      `${fileName} is no elevation map. Choose another one. If it holds heights, its customer or staff can state that under “Describe”, on the page of its request.`,
    )
  const unfit = part === 'orthomosaic' ? undefined : whyNoPlantHeights({ fileName, facts }, part)
  if (unfit !== undefined) throw conflict(unfit)
  if (part === 'orthomosaic' && facts.kind === 'elevation')
    throw conflict(`${fileName} is an elevation map. Choose the orthomosaic of this day.`)
  const { bounds, crs, transform } = facts
  if (!crs || !transform || !bounds)
    throw conflict(`${fileName} can't be used. ${whyNoPlace(facts)} Then add it again.`)
  return { ...map, facts: { ...facts, bounds } }
}

function requireOverlap(orthomosaic: PlacedMap, other: PlacedMap): void {
  if (!overlap(orthomosaic.facts.bounds, other.facts.bounds))
    throw conflict(`${other.fileName} lies somewhere else than ${orthomosaic.fileName}. Choose maps of one field.`)
}

/** Heights above the flight itself are 0. */
function requireOtherGround(elevation: PlacedMap | null, bareGround: PlacedMap | null): void {
  const isSame = elevation && (elevation.id === bareGround?.id || elevation.sha256 === bareGround?.sha256)
  if (isSame && bareGround)
    throw conflict(
      `${bareGround.fileName} is the elevation of this flight itself, so all plants would be 0 m high. Choose the elevation of a flight before the crop came up as bare ground, or none.`,
    )
}

async function requireRoom(
  trx: Kysely<Schema>,
  { trial, takenOn, orthomosaic }: { trial: Trial; takenOn: string; orthomosaic: PlacedMap },
): Promise<void> {
  const flights = await flightsOf(trx, trial.id)
  if (flights.some((flight) => flight.takenOn === takenOn))
    throw conflict(`This trial has a flight on ${takenOn} already. Remove it first, or choose another date.`)
  if (flights.length >= FLIGHTS_MAX) throw conflict(`A trial has at most ${FLIGHTS_MAX} flights.`)
  const others = boundsOfFlights(flights, await mapsOfFlights(trx, flights))
  if (others.length > 0 && !overlapsAny(orthomosaic.facts.bounds, others))
    throw conflict(
      `${orthomosaic.fileName} lies somewhere else than the other flights. Make a trial of its own for it.`,
    )
}

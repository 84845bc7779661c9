import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { BodyOf } from '#contract/api.ts'
import type { FlightItem } from '#contract/trials.ts'
import { AppError } from '#domain/errors.ts'
import { FLIGHTS_MAX } from '#domain/trials.ts'
import { hours } from '#domain/units.ts'
import type { Actor } from '../../../actor.ts'
import type { Schema, Trial } from '../../../adapters/db/schema.ts'
import { audit } from '../../../audit.ts'
import type { Deps } from '../../../deps.ts'
import { presentFlights } from '../present-trial.ts'
import { flightsOf, lockTrial } from '../queries.ts'
import { type CheckedLayer, checkLayers, conflict, type WantedLayer } from './check-layers.ts'
import { selectFlights } from './layers.ts'
import { boundsOfFlights, mapsOfFlights, overlapsAny } from './maps-of-customer.ts'

type Wanted = { takenOn: string; takenAt?: string | undefined; layers: readonly WantedLayer[] }

/** Adds the maps of a day to a trial. */
export async function addTrialFlight(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { trialId, orthomosaicMapId, elevationMapId, bareGroundMapId, ...flight }: BodyOf<'addTrialFlight'>,
): Promise<FlightItem> {
  if (flight.layers && orthomosaicMapId !== undefined)
    throw new AppError('invalid', 'Send either the layers of the flight or the map of its orthomosaic')
  const named = [
    { mapId: orthomosaicMapId, kind: 'photo' },
    { mapId: elevationMapId, kind: 'elevation' },
    { mapId: bareGroundMapId, kind: 'bareGround' },
  ] as const
  const layers = flight.layers ?? named.flatMap(({ mapId, kind }) => (mapId === undefined ? [] : [{ mapId, kind }]))
  const [added] = await deps.db.transaction().execute(async (trx) => {
    const trial = await lockTrial(trx, actor, trialId)
    const id = await insertFlight(trx, actor, { trial, at: deps.now(), wanted: { ...flight, layers } })
    return presentFlights(trx, trial, await selectFlights(trx).where('id', '=', id).execute())
  })
  if (!added) throw new Error('The flight that was added is not there')
  return added
}

/** Adds several flights, or none. @throws AppError 'conflict' that names each one that can't be added, and why */
export const addTrialFlights = (
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { trialId, flights }: BodyOf<'addTrialFlights'>,
): Promise<FlightItem[]> =>
  deps.db.transaction().execute(async (trx) => {
    const trial = await lockTrial(trx, actor, trialId)
    const added: string[] = []
    const refusals: { field: string; message: string }[] = []
    for (const [index, wanted] of flights.entries())
      try {
        added.push(await insertFlight(trx, actor, { trial, at: deps.now(), wanted }))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        refusals.push({ field: `flights.${index}`, message: `${wanted.takenOn}: ${error.message}` })
      }
    const message = refusals.map((refusal) => refusal.message).join('\n')
    if (refusals.length > 0) throw new AppError('conflict', message, { errors: refusals })
    return presentFlights(trx, trial, await selectFlights(trx).where('id', 'in', added).orderBy('takenOn').execute())
  })

type Inserting = { trial: Trial; at: Date; wanted: Wanted }

async function insertFlight(trx: Kysely<Schema>, actor: Actor, { trial, at, wanted }: Inserting): Promise<string> {
  const { takenOn, takenAt = null } = wanted
  requirePast(takenOn, at)
  const layers = await checkLayers(trx, actor, { trial, wanted: wanted.layers })
  const flights = await flightsOf(trx, trial.id)
  requireFreeDay(takenOn, flights)
  if (flights.length >= FLIGHTS_MAX) throw conflict(`A trial has at most ${FLIGHTS_MAX} flights.`)
  const [{ map: main }] = layers
  const others = boundsOfFlights(flights, await mapsOfFlights(trx, flights))
  if (others.length > 0 && !overlapsAny(main.facts.bounds, others))
    throw conflict(`${main.fileName} lies somewhere else than the other flights. Make a trial of its own for it.`)
  const id = randomUUID()
  await trx.insertInto('trialFlights').values({ id, trialId: trial.id, takenOn, takenAt, createdAt: at }).execute()
  await insertLayers(trx, id, layers)
  const after = { takenOn, files: layers.map(({ map }) => map.fileName) }
  await audit(trx, actor, { at, action: 'trial.flight-added', subject: `trial:${trial.id}`, after })
  return id
}

/** Where the day begins first, it is tomorrow already. */
export function requirePast(takenOn: string, now: Date): void {
  if (Date.parse(takenOn) > now.getTime() + hours(14)) throw conflict('This date lies in the future.')
}

export function requireFreeDay(takenOn: string, flights: readonly { takenOn: string }[]): void {
  if (flights.some((flight) => flight.takenOn === takenOn))
    throw conflict(`This trial has a flight on ${takenOn} already. Edit that one, or choose another date.`)
}

export async function insertLayers(
  trx: Kysely<Schema>,
  flightId: string,
  layers: readonly CheckedLayer[],
): Promise<void> {
  const rows = layers.map(({ kind, map }) => ({ flightId, kind, fileId: map.id, name: map.fileName }))
  await trx.insertInto('flightLayers').values(rows).execute()
}

import { randomUUID } from 'node:crypto'
import type { BodyOf } from '#contract/api.ts'
import type { FlightItem } from '#contract/trials.ts'
import { dateText } from '#domain/dates.ts'
import { AppError } from '#domain/errors.ts'
import { type Bounds, FLIGHTS_MAX, type Moment, momentOf, overlap } from '#domain/trials.ts'
import { hours } from '#domain/units.ts'
import type { Actor } from '../../../actor.ts'
import type { Database, Trial } from '../../../adapters/db/schema.ts'
import { audit } from '../../../audit.ts'
import type { Deps } from '../../../deps.ts'
import { presentFlights } from '../present-trial.ts'
import { flightsOf, lockTrial, newestPlots } from '../queries.ts'
import { loadTemperatures } from '../temperatures/load-temperatures.ts'
import { type CheckedLayer, checkLayers, conflict, type WantedLayer } from './check-layers.ts'
import { selectFlights } from './layers.ts'
import { boundsOfFlights, type FindMap, loadUsableMaps, mapsOfFlights, overlapsAny } from './maps-of-customer.ts'

type Wanted = { takenOn: string; takenAt?: string | undefined; layers: readonly WantedLayer[] }

/** Adds the maps of a day to a trial. */
export async function addTrialFlight(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { trialId, orthomosaicMapId, elevationMapId, bareGroundMapId, ...flight }: BodyOf<'addTrialFlight'>,
): Promise<FlightItem> {
  if (flight.layers && orthomosaicMapId !== undefined)
    throw conflict('Send either the layers of the flight or the map of its orthomosaic')
  const named = [
    { mapId: orthomosaicMapId, kind: 'photo' },
    { mapId: elevationMapId, kind: 'elevation' },
    { mapId: bareGroundMapId, kind: 'bareGround' },
  ] as const
  const layers = flight.layers ?? named.flatMap(({ mapId, kind }) => (mapId === undefined ? [] : [{ mapId, kind }]))
  const [added] = await deps.db.transaction().execute(async (trx) => {
    const trial = await lockTrial(trx, actor, trialId)
    const known = await knownOf(trx, actor, { trial, layers })
    const id = await insertFlight(trx, actor, { trial, known, at: deps.now(), wanted: { ...flight, layers } })
    return presentAdded(trx, trial, [id])
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
    const known = await knownOf(trx, actor, { trial, layers: flights.flatMap(({ layers }) => layers) })
    const added: string[] = []
    const refusals: { field: string; message: string }[] = []
    for (const [index, wanted] of flights.entries())
      try {
        added.push(await insertFlight(trx, actor, { trial, known, at: deps.now(), wanted }))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        refusals.push({ field: `flights.${index}`, message: `${dateText(momentOf(wanted))}: ${error.message}` })
      }
    const message = refusals.map((refusal) => refusal.message).join('\n')
    if (refusals.length > 0) throw new AppError('conflict', message, { errors: refusals })
    return presentAdded(trx, trial, added)
  })

async function presentAdded(trx: Database, { id, plantingDate }: Trial, ids: readonly string[]): Promise<FlightItem[]> {
  const flights = await selectFlights(trx).where('id', 'in', ids).orderBy('moment').execute()
  return presentFlights(trx, { flights, plantingDate, temperatures: await loadTemperatures(trx, id) })
}

/** Of the flights that a trial has: their moments, and where their photos lie; where its plots lie; and the maps that it may use. */
type Known = { moments: string[]; places: Bounds[]; plots: Bounds | undefined; find: FindMap }

async function knownOf(
  trx: Database,
  actor: Actor,
  { trial, layers }: { trial: Trial; layers: readonly WantedLayer[] },
): Promise<Known> {
  const flights = await flightsOf(trx, trial.id)
  const places = boundsOfFlights(flights, await mapsOfFlights(trx, flights))
  const find = await loadUsableMaps(trx, actor, { trial, mapIds: layers.map(({ mapId }) => mapId) })
  const plots = (await newestPlots(trx, trial.id))?.bounds
  return { moments: flights.map(({ moment }) => moment), places, plots, find }
}

type Inserting = { trial: Trial; known: Known; at: Date; wanted: Wanted }

/** Adds it to what is known, too. */
async function insertFlight(trx: Database, actor: Actor, { trial, known, at, wanted }: Inserting): Promise<string> {
  const { takenOn, takenAt = null } = wanted
  requirePast(takenOn, at)
  const layers = checkLayers(wanted.layers, known.find)
  const moment = momentOf(wanted)
  requireFree(wanted, known.moments)
  if (known.moments.length >= FLIGHTS_MAX) throw conflict(`A trial has at most ${FLIGHTS_MAX} flights.`)
  const [{ map: main }] = layers
  if (known.places.length > 0 && !overlapsAny(main.facts.bounds, known.places))
    throw conflict(`${main.fileName} lies somewhere else than the other flights. Make a trial of its own for it.`)
  if (known.plots && !overlap(main.facts.bounds, known.plots))
    throw conflict(
      `${main.fileName} shows none of the plots of this trial, which lie elsewhere. Add a map of this field, or save plots that lie on this one first.`,
    )
  const id = randomUUID()
  await trx.insertInto('trialFlights').values({ id, trialId: trial.id, takenOn, takenAt, createdAt: at }).execute()
  await insertLayers(trx, id, layers)
  known.moments.push(moment)
  known.places.push(main.facts.bounds)
  const after = { takenOn: moment, files: layers.map(({ map }) => map.fileName) }
  await audit(trx, actor, { at, action: 'trial.flight-added', subject: `trial:${trial.id}`, after })
  return id
}

/** Where the day begins first, it is tomorrow already. */
export function requirePast(takenOn: string, now: Date): void {
  if (Date.parse(takenOn) > now.getTime() + hours(14)) throw conflict('This date lies in the future.')
}

/** Of two flights on a day one has a time of day at least, and not that of the other. */
export function requireFree(wanted: Moment, moments: readonly string[]): void {
  const moment = momentOf(wanted)
  if (moments.includes(moment))
    throw conflict(
      `This trial has a flight on ${dateText(moment)} already. Edit that one, or choose another date or time of day for this one.`,
    )
}

export async function insertLayers(trx: Database, flightId: string, layers: readonly CheckedLayer[]): Promise<void> {
  const rows = layers.map(({ kind, map }) => ({ flightId, kind, fileId: map.id, name: map.fileName }))
  await trx.insertInto('flightLayers').values(rows).execute()
}

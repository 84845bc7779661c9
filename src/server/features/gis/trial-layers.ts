import type { Actor } from '../../actor.ts'
import type { Trial } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { mapsOfFlights, readableMapsOf } from '../trials/flights/maps-of-customer.ts'
import { flightsOf } from '../trials/queries.ts'

/** Those that are prepared and that the caller may see, in the order of the flights. */
export async function layersOfTrial({ db }: Pick<Deps, 'db'>, actor: Actor, trial: Trial) {
  const flights = await flightsOf(db, trial.id)
  const maps = await mapsOfFlights(db, flights)
  const readable = await readableMapsOf(db, actor, flights)
  return flights.flatMap(({ id: flightId, moment, takenOn, takenAt, layers }) =>
    layers.flatMap(({ kind, fileId }) => {
      const map = fileId === null || !readable.has(fileId) ? undefined : maps.get(fileId)
      if (!map?.facts?.crs || fileId === null) return []
      const { fileName, facts, stated } = map
      return [{ fileId, flightId, moment, takenOn, takenAt, kind, fileName, facts, stated }]
    }),
  )
}

/** A map of a flight that other programs can open where it lies. */
export type TrialLayer = Awaited<ReturnType<typeof layersOfTrial>>[number]

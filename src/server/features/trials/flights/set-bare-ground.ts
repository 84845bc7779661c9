import type { Actor } from '../../../actor.ts'
import type { Database, Trial } from '../../../adapters/db/schema.ts'
import { flightsOf, unendedMeasurement } from '../queries.ts'
import { conflict, placedMap } from './check-layers.ts'
import { boundsOfFlights, loadUsableMaps, mapsOfFlights, overlapsAny } from './maps-of-customer.ts'

/** The elevation from before the crop came up, for all flights without one of their own; null removes it. Called with the trial locked. */
export async function setBareGround(
  trx: Database,
  actor: Actor,
  { trial, mapId }: { trial: Trial; mapId: string | null },
): Promise<void> {
  if (await unendedMeasurement(trx, trial.id))
    throw conflict('This trial is being measured. Wait for it, or cancel it first.')
  await trx.deleteFrom('trialGrounds').where('trialId', '=', trial.id).execute()
  if (mapId === null) return
  const find = await loadUsableMaps(trx, actor, { trial, mapIds: [mapId] })
  const { id, fileName, facts } = placedMap(find(mapId), 'bareGround')
  const flights = await flightsOf(trx, trial.id)
  const places = boundsOfFlights(flights, await mapsOfFlights(trx, flights))
  if (places.length > 0 && !overlapsAny(facts.bounds, places))
    throw conflict(`${fileName} lies somewhere else than the flights. Choose a map of this field.`)
  await trx.insertInto('trialGrounds').values({ trialId: trial.id, fileId: id, name: fileName }).execute()
}

// The maps of a flight: at least one photo, and what heights are measured on.
import { sql } from 'kysely'
import { LAYER_KINDS, type LayerKind, PHOTO_KINDS } from '#domain/trials.ts'
import type { Database, FlightLayer, TrialFlight } from '../../../adapters/db/schema.ts'

/** A column for queries on `trialFlights`. */
export const layersOfFlight = sql<FlightLayer[]>`(
  select json_agg(json_build_object('kind', kind, 'fileId', file_id, 'name', name, 'ofTrial', of_trial)
    order by array_position(array[${sql.join(LAYER_KINDS.map((kind) => sql.lit(kind)))}], kind))
  from used_layers where used_layers.flight_id = trial_flights.id)`

/** Flights as all others take them. */
export const selectFlights = (db: Database) =>
  db.selectFrom('trialFlights').selectAll('trialFlights').select(layersOfFlight.as('layers'))

type Layered = Pick<TrialFlight, 'layers'>

export const layerOf = ({ layers }: Layered, kind: LayerKind): FlightLayer | undefined =>
  layers.find((layer) => layer.kind === kind)

/** The photos, the main one first: it is shown, and plots are laid on it. */
export function photosOf(flight: Layered): [FlightLayer, ...FlightLayer[]] {
  const [main, ...others] = PHOTO_KINDS.flatMap((kind) => layerOf(flight, kind) ?? [])
  if (!main) throw new Error('A flight has no photo')
  return [main, ...others]
}

export const mainPhotoOf = (flight: Layered): FlightLayer => photosOf(flight)[0]

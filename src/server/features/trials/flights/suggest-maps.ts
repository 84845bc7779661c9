import type { MapSuggestion } from '#contract/trials.ts'
import { whyNoPlantHeights } from '#domain/maps.ts'
import type { Actor } from '../../../actor.ts'
import type { Deps } from '../../../deps.ts'
import { flightsOf, loadTrial } from '../queries.ts'
import { boundsOfFlights, listUsableMaps, mapsOfFlights, overlapsAny } from './maps-of-customer.ts'

const SUGGESTIONS_MAX = 200

/** Maps that lie where the trial lies, oldest flight first: those that it does not use yet, and what may be bare ground. */
export async function suggestMaps(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { trialId }: { trialId: string },
): Promise<MapSuggestion[]> {
  const trial = await loadTrial(db, actor, trialId)
  const flights = await flightsOf(db, trialId)
  const places = boundsOfFlights(flights, await mapsOfFlights(db, flights))
  const photos = new Set(flights.map(({ orthomosaicFileId }) => orthomosaicFileId))
  // The elevation of the first flight, or a bare ground, serves all others.
  const elevations = new Set(flights.map(({ elevationFileId }) => elevationFileId))
  return (await listUsableMaps(db, actor, trial))
    .flatMap(({ id, fileName, facts, takenOn, publishedAt, projectType }) => {
      const bounds = facts?.bounds
      if (!facts || !bounds || photos.has(id)) return []
      const isElevation = facts.kind === 'elevation'
      if (isElevation && whyNoPlantHeights({ fileName, facts }, 'bareGround') !== undefined) return []
      if (places.length > 0 && !overlapsAny(bounds, places)) return []
      const { kind, gsdCm } = facts
      const [west, south, east, north] = bounds
      const isElevationOfFlight = elevations.has(id)
      const isOnlyGround = isElevation && whyNoPlantHeights({ fileName, facts }, 'elevation') !== undefined
      const item = { mapId: id, fileName, kind, takenOn, gsdCm, projectType, isElevationOfFlight, isOnlyGround }
      return [
        { ...item, isPublished: publishedAt !== null, bounds: [west, south, east, north] as MapSuggestion['bounds'] },
      ]
    })
    .sort((a, b) => (a.takenOn ?? '').localeCompare(b.takenOn ?? ''))
    .slice(0, SUGGESTIONS_MAX)
}

import type { MapSuggestion } from '#contract/trial-flights.ts'
import { whyNoPlantHeights } from '#domain/maps.ts'
import { photoKindOf, shareWithin } from '#domain/trials.ts'
import type { Actor } from '../../../actor.ts'
import type { Deps } from '../../../deps.ts'
import type { DownloadDeps } from '../../files/download-signing.ts'
import { signPreviewUrls } from '../../files/preview-link.ts'
import { originOf } from '../../maps/present-map.ts'
import { flightsOf, loadTrial, newestPlots } from '../queries.ts'
import { layerOf, photosOf } from './layers.ts'
import { boundsOfFlights, listUsableMaps, mapsOfFlights, overlapsAny } from './maps-of-customer.ts'

const SUGGESTIONS_MAX = 200

/** Maps that lie where the trial lies, oldest flight first: those that it does not use yet, and what may be bare ground. */
export async function suggestMaps(
  deps: Pick<Deps, 'db'> & DownloadDeps,
  actor: Actor,
  { trialId }: { trialId: string },
): Promise<MapSuggestion[]> {
  const { db } = deps
  const trial = await loadTrial(db, actor, trialId)
  const plots = (await newestPlots(db, trialId))?.bounds
  const flights = await flightsOf(db, trialId)
  const ofFlights = boundsOfFlights(flights, await mapsOfFlights(db, flights))
  const places = ofFlights.length === 0 && plots ? [plots] : ofFlights
  const photos = new Set(flights.flatMap((flight) => photosOf(flight).map(({ fileId }) => fileId)))
  // The elevation of the first flight, or a bare ground, serves all others.
  const elevations = new Set(flights.map((flight) => layerOf(flight, 'elevation')?.fileId))
  return (await listUsableMaps(db, actor, trial))
    .flatMap((map): MapSuggestion[] => {
      const { id, fileName, facts, takenOn, publishedAt, projectType } = map
      const bounds = facts?.bounds
      if (!facts || !bounds || photos.has(id)) return []
      const isElevation = facts.kind === 'elevation'
      if (isElevation && whyNoPlantHeights({ fileName, facts }, 'bareGround') !== undefined) return []
      if (places.length > 0 && !overlapsAny(bounds, places)) return []
      const { kind, gsdCm } = facts
      return [
        {
          thumbnailUrl: signPreviewUrls(deps, map)?.small ?? null,
          origin: originOf(map),
          photoKind: kind === 'orthomosaic' ? photoKindOf(facts.bands.map(({ role }) => role)) : null,
          plotsShare: plots ? shareWithin(plots, bounds) : null,
          mapId: id,
          fileName,
          kind,
          takenOn,
          gsdCm,
          projectType,
          isElevationOfFlight: elevations.has(id),
          isOnlyGround: isElevation && whyNoPlantHeights({ fileName, facts }, 'elevation') !== undefined,
          isPublished: publishedAt !== null,
          bounds: [...bounds],
        },
      ]
    })
    .sort((a, b) => (a.takenOn ?? '').localeCompare(b.takenOn ?? ''))
    .slice(0, SUGGESTIONS_MAX)
}

import type { RasterFacts } from '#domain/maps.ts'
import type { TrialFlight } from '../../../adapters/db/schema.ts'
import { CantBeDone } from '../../../adapters/queue/queue.ts'
import type { TrialMap } from '../flights/maps-of-customer.ts'

/** A map that can be measured. */
export type Source = Pick<TrialMap, 'id' | 'fileName' | 'storageKey' | 'bytes' | 'stated'> & {
  sha256: string
  facts: RasterFacts
}
export type Sources = { orthomosaic: Source; elevation: Source | null; bareGround: Source | null }

/** The maps of a flight. @throws CantBeDone when one was removed, or can't be used any more */
export function sourcesOf({ takenOn, ...flight }: TrialFlight, maps: ReadonlyMap<string, TrialMap>): Sources {
  const find = (id: string | null, name: string): Source => {
    const map = id === null ? undefined : maps.get(id)
    if (!map)
      throw new CantBeDone(
        `${name}, a map of the flight on ${takenOn}, was removed. Remove the flight and add it again with other maps.`,
      )
    const { facts, sha256 } = map
    if (!facts?.crs || !facts.transform || sha256 === null)
      throw new CantBeDone(
        `${name}, a map of the flight on ${takenOn}, can’t be used now: it is being prepared again, or no longer says where it lies. Look at it under its report, then measure again.`,
      )
    return { ...map, sha256, facts }
  }
  return {
    orthomosaic: find(flight.orthomosaicFileId, flight.orthomosaicName),
    elevation: flight.elevationName === null ? null : find(flight.elevationFileId, flight.elevationName),
    bareGround: flight.bareGroundName === null ? null : find(flight.bareGroundFileId, flight.bareGroundName),
  }
}

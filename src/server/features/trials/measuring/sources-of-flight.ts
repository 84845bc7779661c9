import { dateText } from '#domain/dates.ts'
import type { RasterFacts } from '#domain/maps.ts'
import type { LayerKind } from '#domain/trials.ts'
import type { FlightLayer, TrialFlight } from '../../../adapters/db/schema.ts'
import { CantBeDone } from '../../../adapters/queue/queue.ts'
import { layerOf, photosOf } from '../flights/layers.ts'
import type { TrialMap } from '../flights/maps-of-customer.ts'

/** A map that can be measured. */
export type Source = Pick<TrialMap, 'id' | 'fileName' | 'storageKey' | 'bytes' | 'stated' | 'runId' | 'madeBy'> & {
  kind: LayerKind
  sha256: string
  facts: RasterFacts
}
/** The main photo first. */
export type Sources = {
  photos: [Source, ...Source[]]
  elevation: Source | null
  /** What our own engine says of each height of the elevation. */
  confidence: Source | null
  bareGround: Source | null
}

/** The maps of a flight. @throws CantBeDone when one was removed, or can't be used any more */
export function sourcesOf(flight: TrialFlight, maps: ReadonlyMap<string, TrialMap>): Sources {
  const { moment } = flight
  const usable = (kind: LayerKind, map: TrialMap): Source => {
    const { facts, sha256 } = map
    if (!facts?.crs || !facts.transform || sha256 === null)
      throw new CantBeDone(
        `${map.fileName}, a map of the flight on ${dateText(moment)}, can’t be used now: it is being prepared again, or no longer says where it lies. Look at it under its report or under Maps, then measure again.`,
      )
    return { ...map, kind, sha256, facts }
  }
  const find = ({ kind, fileId, name }: FlightLayer): Source => {
    const map = maps.get(fileId ?? '')
    if (!map)
      throw new CantBeDone(
        `${name}, a map of the flight on ${dateText(moment)}, was removed. Choose another one under Flights, or remove it.`,
      )
    return usable(kind, map)
  }
  const [main, ...others] = photosOf(flight)
  const [elevation, bareGround] = [layerOf(flight, 'elevation'), layerOf(flight, 'bareGround')]
  const confidence = elevation && confidenceOf(maps.get(elevation.fileId ?? ''), maps)
  return {
    photos: [find(main), ...others.map(find)],
    elevation: elevation ? find(elevation) : null,
    confidence: confidence ? usable('elevation', confidence) : null,
    bareGround: bareGround ? find(bareGround) : null,
  }
}

/** Whether elevation can be compared with the ground of another date, or of the same photos, without soil to bring it to 0. */
export function isLevelKnown({ elevation, bareGround }: Pick<Sources, 'elevation' | 'bareGround'>): boolean {
  if (!elevation || !bareGround) return false
  const isOfSamePhotos = elevation.runId !== null && elevation.runId === bareGround.runId
  return isOfSamePhotos || [elevation, bareGround].every(({ madeBy }) => madeBy?.accuracy?.level === 'rtk')
}

const confidenceOf = (elevation: TrialMap | undefined, maps: ReadonlyMap<string, TrialMap>): TrialMap | undefined =>
  elevation?.productKind === 'elevation'
    ? [...maps.values()].find(({ productKind, runId }) => productKind === 'confidence' && runId === elevation.runId)
    : undefined

import { AppError } from '#domain/errors.ts'
import { type RasterFacts, whyNoPlantHeights } from '#domain/maps.ts'
import { type LayerKind, overlap, PHOTO_KINDS, photoKindOf } from '#domain/trials.ts'
import { whyNoPlace } from '#imagery/rasters/place.ts'
import type { FindMap, TrialMap } from './maps-of-customer.ts'

type PlacedMap = TrialMap & { facts: RasterFacts & { bounds: NonNullable<RasterFacts['bounds']> } }

/** A map of a customer, and what it is to be of a flight; `photo` is found out. */
export type WantedLayer = { mapId: string; kind: LayerKind | 'photo' }
export type CheckedLayer = { kind: LayerKind; map: PlacedMap }

export const conflict = (message: string): AppError => new AppError('conflict', message)

/** The maps of a flight, the main photo first. @throws AppError 'conflict' that says what to do, 'not-found' for a map that is not the customer's */
export function checkLayers(wanted: readonly WantedLayer[], find: FindMap): [CheckedLayer, ...CheckedLayer[]] {
  const layers = wanted.map(({ mapId, kind }): CheckedLayer => {
    const map = find(mapId)
    return kind === 'photo' ? asPhoto(map) : { kind, map: placedMap(map, kind) }
  })
  const [main, ...others] = [...layers].sort((one, other) => orderOf(one) - orderOf(other))
  if (!main || !isPhoto(main.kind)) throw conflict('A flight needs a photo: choose its orthomosaic.')
  const kinds = layers.map(({ kind }) => kind)
  if (new Set(kinds).size < kinds.length)
    throw conflict('A flight has one map of a kind. Choose one, or say what the other one is.')
  if (new Set(layers.filter(({ kind }) => isPhoto(kind)).map(({ map }) => map.id)).size < kinds.filter(isPhoto).length)
    throw conflict(`${main.map.fileName} was chosen twice. Choose another map, or leave one out.`)
  for (const { map } of others)
    if (!overlap(main.map.facts.bounds, map.facts.bounds))
      throw conflict(`${map.fileName} lies somewhere else than ${main.map.fileName}. Choose maps of one field.`)
  requireOtherGround(layers)
  return [main, ...others]
}

const isPhoto = (kind: LayerKind): boolean => PHOTO_KINDS.some((one) => one === kind)
const orderOf = ({ kind }: CheckedLayer): number => {
  const at = PHOTO_KINDS.findIndex((one) => one === kind)
  return at < 0 ? PHOTO_KINDS.length : at
}

function asPhoto(map: TrialMap): CheckedLayer {
  const found = placedMap(map, 'rgb')
  return { kind: photoKindOf(found.facts.bands.map(({ role }) => role)), map: found }
}

/** @throws AppError 'conflict' for one that can't be such a layer */
export function placedMap(map: TrialMap, kind: LayerKind): PlacedMap {
  const { fileName, facts } = map
  if (!facts) throw conflict(`${fileName} is not a map, or is still being prepared. Choose another one, or wait.`)
  if (kind === 'elevation' || kind === 'bareGround') {
    if (facts.kind !== 'elevation')
      throw conflict(
        `${fileName} is no elevation map. Choose another one. If it holds heights, its customer or staff can state that under “Describe”, beside the map.`,
      )
    const unfit = whyNoPlantHeights({ fileName, facts }, kind)
    if (unfit !== undefined) throw conflict(unfit)
  } else if (facts.kind === 'elevation')
    throw conflict(`${fileName} is an elevation map. Choose the orthomosaic of this day.`)
  const { bounds, crs, transform } = facts
  if (!crs || !transform || !bounds)
    throw conflict(`${fileName} can't be used. ${whyNoPlace(facts)} Then add it again.`)
  return { ...map, facts: { ...facts, bounds } }
}

/** Heights above the flight itself are 0. */
function requireOtherGround(layers: readonly CheckedLayer[]): void {
  const find = (kind: LayerKind) => layers.find((layer) => layer.kind === kind)?.map
  const [elevation, bareGround] = [find('elevation'), find('bareGround')]
  const isSame = elevation && (elevation.id === bareGround?.id || elevation.sha256 === bareGround?.sha256)
  if (isSame && bareGround)
    throw conflict(
      `${bareGround.fileName} is the elevation of this flight itself, so all plants would be 0 m high. Choose the elevation of a flight before the crop came up as bare ground, or none.`,
    )
}

// What a flight is measured for, on which of its maps, and why not the rest: told before it is measured, and done so.
import { type RasterFacts, type StatedFacts, whyNoPlantHeights } from '#domain/maps.ts'
import { HEIGHT_TRAITS, type MeasurementSettings } from '#domain/trials.ts'
import { whyNoMask } from '../measure/masks.ts'
import { chooseTraits, stateOf } from './choose-traits.ts'

type Map = { fileName: string; facts: RasterFacts; stated: StatedFacts }
type Unavailable = { trait: string; reason: string }

/** Of the photos by their place, those that are measured, with their traits. The first of them is that of the mask and of heights. */
export type PhotosPlan =
  | { photos: [OnPhoto, ...OnPhoto[]]; unavailable: Unavailable[]; problem?: never }
  | { photos?: never /** Why none can be measured, for people. */; problem: string }
type OnPhoto = { photo: number; traits: string[] }

export const NO_ELEVATION = 'It needs an elevation map, and this flight has none.'

type Settings = Pick<MeasurementSettings, 'traits' | 'formulas'> & { mask: Pick<MeasurementSettings['mask'], 'method'> }

/** A trait is measured on the first photo that allows it, and the mask. */
export function planPhotos(photos: readonly [Map, ...Map[]], settings: Settings): PhotosPlan {
  const { method } = settings.mask
  const hasMask = method !== 'none'
  const noMasks = photos.map((photo) => whyNoMask(method, bandsOf(photo), stateOf(photo)))
  const plan: OnPhoto[] = []
  let unavailable: Unavailable[] = []
  for (const [at, photo] of photos.entries()) {
    if (noMasks[at] !== undefined) continue
    const isMain = plan.length === 0
    const asked = isMain ? settings.traits : unavailable.map(({ trait }) => trait)
    const chosen = chooseTraits(
      { ...settings, traits: asked },
      { bands: bandsOf(photo), state: stateOf(photo), hasMask },
    )
    const traits = [...(chosen.withCover ? ['canopyCover'] : []), ...chosen.traits.map(({ id }) => id)]
    const missing = new Set(chosen.unavailable.map(({ trait }) => trait))
    unavailable = isMain ? chosen.unavailable : unavailable.filter(({ trait }) => missing.has(trait))
    if (isMain || traits.length > 0) plan.push({ photo: at, traits })
  }
  const [main, ...others] = plan
  if (!main) return { problem: `The mask ${method} can't be made of ${photos[0].fileName}. ${noMasks[0]}` }
  return { photos: [main, ...others], unavailable }
}

export const bandsOf = ({ facts }: Pick<Map, 'facts'>) => facts.bands.map(({ role }) => role)

/** Those that are asked for, or all. */
export const heightsAsked = ({ traits }: Pick<Settings, 'traits'>): readonly string[] =>
  HEIGHT_TRAITS.filter((trait) => traits?.includes(trait) ?? true)

type HeightsPlan = { traits: string[]; unavailable: Unavailable[] }

/** As far as the facts of maps tell: their pixels may still show that there are no heights. */
export function planHeights(
  { elevation, bareGround }: { elevation: Map | null; bareGround: Map | null },
  settings: Pick<Settings, 'traits'>,
): HeightsPlan {
  const asked = heightsAsked(settings)
  if (asked.length === 0) return { traits: [], unavailable: [] }
  const reason = elevation
    ? (whyNoPlantHeights(elevation, 'elevation') ?? (bareGround && whyNoPlantHeights(bareGround, 'bareGround')))
    : NO_ELEVATION
  return reason
    ? { traits: [], unavailable: [{ trait: 'canopyHeight', reason }] }
    : { traits: [...asked], unavailable: [] }
}

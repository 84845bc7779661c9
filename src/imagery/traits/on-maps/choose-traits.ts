import type { BandRole, RasterFacts, StatedFacts } from '#domain/maps.ts'
import type { MeasurementSettings } from '#domain/trials.ts'
import { TRAITS } from '../catalogue/catalogue.ts'
import { type ComputedTrait, computedTrait } from '../catalogue/own-traits.ts'
import { type RadiometricState, radiometricStateOf } from '../catalogue/radiometric-state.ts'
import type { Trait } from '../catalogue/trait.ts'
import { whyNot } from '../catalogue/why-not.ts'

type Known = { facts: RasterFacts; stated: StatedFacts }

export function stateOf({ facts, stated }: Known): RadiometricState {
  const [reflectance, standsForOne] = [stated.reflectance ?? null, stated.standsForOne ?? null]
  const { isPicture, sampleType, ranges, areBandsAssumed = false } = facts
  const bands = facts.bands.map(({ role, scaling }) => ({ role, isScaled: scaling !== undefined }))
  return radiometricStateOf({ isPicture, sampleType, bands, ranges, areBandsAssumed, reflectance, standsForOne })
}

type Given = { bands: readonly BandRole[]; state: RadiometricState; hasMask: boolean }
type Unavailable = { trait: string; reason: string }
export type Chosen = { traits: (Trait | ComputedTrait)[]; withCover: boolean; unavailable: Unavailable[] }

/** Of those that are asked for, or of all, the traits that a map allows; and why not the others. */
export function chooseTraits(
  { traits: asked, formulas = [] }: Pick<MeasurementSettings, 'traits' | 'formulas'>,
  { bands, state, hasMask }: Given,
): Chosen {
  const own = new Set(formulas.map(({ trait }) => trait))
  const isAsked = (id: string): boolean => asked?.includes(id) ?? true
  const unavailable: Unavailable[] = []
  const traits = [...TRAITS.filter(({ id }) => !own.has(id)), ...formulas.map(computedTrait)].filter((trait) => {
    if (!isAsked(trait.id)) return false
    const reason = whyNot(trait, bands, state)
    if (reason) unavailable.push({ trait: trait.id, reason })
    return reason === undefined
  })
  if (isAsked('canopyCover') && !hasMask)
    unavailable.push({ trait: 'canopyCover', reason: 'It needs a mask, and none was asked for.' })
  return { traits, withCover: isAsked('canopyCover') && hasMask, unavailable }
}

import type { BandRole, RasterFacts } from '#domain/maps.ts'
import type { MeasurementSettings } from '#domain/trials.ts'
import { TRAITS } from '#imagery/traits/catalogue/catalogue.ts'
import { type ComputedTrait, computedTrait } from '#imagery/traits/catalogue/own-traits.ts'
import type { Trait } from '#imagery/traits/catalogue/trait.ts'
import { looksLikeReflectance, type RadiometricState, whyNot } from '#imagery/traits/catalogue/why-not.ts'
import type { MaskRule } from '#imagery/traits/measure/masks.ts'

type Numbers = { facts: Pick<RasterFacts, 'sampleType' | 'ranges'>; reflectance: boolean | null }

/** What staff state wins; fractions are taken for reflectance without asking. */
export function stateOf({ facts: { sampleType, ranges }, reflectance }: Numbers): RadiometricState {
  const high = Math.max(...ranges.map((range) => range?.[1] ?? 0))
  const isReflectance = reflectance ?? (looksLikeReflectance(sampleType, high) ? true : null)
  return { sampleType, isReflectance, reflectanceScale: null }
}

type Given = { bands: readonly BandRole[]; state: RadiometricState; mask: MaskRule | undefined }
type Unavailable = { trait: string; reason: string }
export type Chosen = { traits: (Trait | ComputedTrait)[]; withCover: boolean; unavailable: Unavailable[] }

/** Of those that are asked for, or of all, the traits that a map allows; and why not the others. */
export function chooseTraits(
  { traits: asked, formulas = [] }: Pick<MeasurementSettings, 'traits' | 'formulas'>,
  { bands, state, mask }: Given,
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
  if (isAsked('canopyCover') && !mask)
    unavailable.push({ trait: 'canopyCover', reason: 'It needs a mask, and none was asked for.' })
  return { traits, withCover: isAsked('canopyCover') && mask !== undefined, unavailable }
}

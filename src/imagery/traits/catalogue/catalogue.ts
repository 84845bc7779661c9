import { MULTISPECTRAL_TRAITS } from './multispectral-traits.ts'
import { RGB_TRAITS } from './rgb-traits.ts'
import type { Trait } from './trait.ts'

export const TRAITS: readonly Trait[] = [...RGB_TRAITS, ...MULTISPECTRAL_TRAITS]

const BY_ID = new Map(TRAITS.map((trait) => [trait.id, trait]))

export const findTrait = (id: string): Trait | undefined => BY_ID.get(id)

import { isRecorded } from '#imagery/plot-values/recorded-traits.ts'
import type { Trait } from './workspace.ts'

const isCanopy = ({ trait }: Trait): boolean => trait.startsWith('canopy')

/** Canopy first, then indices by their ids. */
export const inOrder = (traits: readonly Trait[]): Trait[] =>
  traits.toSorted((a, b) => Number(isCanopy(b)) - Number(isCanopy(a)) || a.trait.localeCompare(b.trait, 'en'))

/** What is not called by a short name. */
const hasNameOnly = (trait: Trait): boolean => isCanopy(trait) || isRecorded(trait.trait)

export const nameOf = (trait: Trait): string => (hasNameOnly(trait) ? trait.name : `${trait.trait}: ${trait.name}`)

export const shortNameOf = (trait: Trait): string => (hasNameOnly(trait) ? trait.name : trait.trait)

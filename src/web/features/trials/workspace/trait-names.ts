import type { Trait } from './workspace.ts'

const isCanopy = ({ trait }: Trait): boolean => trait.startsWith('canopy')

/** Canopy first, then indices by their ids. */
export const inOrder = (traits: readonly Trait[]): Trait[] =>
  traits.toSorted((a, b) => Number(isCanopy(b)) - Number(isCanopy(a)) || a.trait.localeCompare(b.trait, 'en'))

export const nameOf = (trait: Trait): string => (isCanopy(trait) ? trait.name : `${trait.trait}: ${trait.name}`)

export const shortNameOf = (trait: Trait): string => (isCanopy(trait) ? trait.name : trait.trait)

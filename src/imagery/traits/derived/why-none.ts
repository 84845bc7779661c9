import type { WhyNone } from './repeatability.ts'
import { type DesignPlot, haveOwnPlaces } from './trial-design.ts'

/** Why there is no repeatability, and no difference that counts. */
export const WHY_NONE: Readonly<Record<WhyNone, string>> = {
  'too few genotypes': 'Fewer than 3 genotypes have a value.',
  'no second plot': 'No genotype has two plots with a value, so plots can’t be told from genotypes.',
  'all alike': 'All plots have the same value.',
  'replicates apart': 'Some replicates share no genotype with the others, so they can’t be compared.',
  'treatments apart':
    'Some genotypes stand in one treatment only and share none with the others, so treatments can’t be told from genotypes. Choose one treatment.',
}

export const FIELD_TOO_SMALL =
  'There are too few plots, or too few genotypes with two of them, to tell genotypes from their places in the field.'

/** Why means can't be adjusted for the places of plots; undefined when they can. */
export function whyNoPlaces(plots: readonly DesignPlot[], most: number): string | undefined {
  const placed = plots.filter(({ row, column }) => row !== null && column !== null)
  if (placed.length === 0) return 'The plots have no rows and columns. Import plots that name them.'
  if (plots.length > most) return `Means are adjusted for up to ${most.toLocaleString('en')} plots.`
  return haveOwnPlaces(plots) ? undefined : 'Several plots have the same row and column.'
}

import { type Comparison, compareGenotypes } from './compare-genotypes.ts'
import { LETTERED_MAX } from './letters.ts'
import { type Choice, chosenOf } from './model-choice.ts'
import { FIELD_PLOTS_MAX, spatialMeans } from './spatial-means.ts'
import { type DesignPlot, fieldPlotsOf } from './trial-design.ts'
import { FIELD_TOO_SMALL, whyNoPlaces } from './why-none.ts'

export type GenotypesOn = {
  comparison: Comparison
  /** Why there are no adjusted means, or what to know of them. */
  note: string | undefined
}

/** Of values of the same plots, what the screen says of genotypes by the same choice; without `hasPlaces`, no adjusted means. */
export function genotypesByChoice(all: readonly DesignPlot[], choice: Choice, { hasPlaces = true } = {}) {
  const { plots, genotypes, check } = chosenOf(all, choice)
  const whyNot = whyNoPlaces(plots, FIELD_PLOTS_MAX)
  const compared = comparedInField(genotypes, check)
  const { isAdjusted, rate } = choice
  return (values: readonly (number | null)[]): GenotypesOn => {
    const spatial =
      hasPlaces && whyNot === undefined
        ? (spatialMeans(fieldPlotsOf(plots, values), { genotypes: 'fixed', compared }) ?? null)
        : null
    const comparison = compareGenotypes({ plots, values, spatial, isAdjusted, check, rate })
    const isSettled = comparison.isSettled && spatial?.isSettled !== false
    return {
      comparison,
      note: spatial ? (isSettled ? undefined : NOT_SETTLED) : `No adjusted means: ${whyNot ?? FIELD_TOO_SMALL}`,
    }
  }
}

const NOT_SETTLED = 'The fit has not settled; take these values with care.'

/** Of adjusted means, those that all are compared with: of many genotypes only the check, because all pairs take too long. */
export const comparedInField = (genotypes: readonly string[], check: string | null): readonly string[] =>
  genotypes.length <= LETTERED_MAX ? genotypes : check === null ? [] : [check]

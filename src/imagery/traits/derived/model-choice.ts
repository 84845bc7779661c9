import type { ErrorRate } from './differences.ts'
import { checksOf, chosenPlots, type DesignPlot, genotypesOf, type ModelChoice } from './trial-design.ts'

/** How genotypes are compared. */
export type Choice = ModelChoice & {
  rate: ErrorRate
  /** Whether means adjusted for places are compared, as far as there are any. */
  isAdjusted: boolean
  /** Null for the first check that the plots name. */
  check: string | null
}

/** As addresses of screens and calls spell it. */
export type ChoiceTexts = {
  treatments?: string | undefined
  blocks?: 'none' | undefined
  test?: 'lsd' | undefined
  means?: 'adjusted' | undefined
  check?: string | undefined
}
type Asked = (name: keyof ChoiceTexts) => string | null | undefined

/** Treatments and replicates are fitted, means of plots compared, the whole family with an error of 5 %. */
export const DEFAULT_CHOICE: Choice = {
  treatments: 'all',
  hasBlocks: true,
  rate: 'family',
  isAdjusted: false,
  check: null,
}

/** A treatment that the trial does not have is not chosen. */
export function choiceFrom(asked: Asked, treatments: readonly string[]): Choice {
  const which = asked('treatments')
  const only = treatments.find((name) => which === onlyThis(name))
  return {
    treatments: only !== undefined ? { only } : which === EACH && treatments.length > 1 ? 'each' : 'all',
    hasBlocks: asked('blocks') !== 'none',
    rate: asked('test') === 'lsd' ? 'each' : 'family',
    isAdjusted: asked('means') === 'adjusted',
    check: asked('check') ?? null,
  }
}

export const textsOf = ({ treatments, hasBlocks, rate, isAdjusted, check }: Choice): ChoiceTexts => ({
  ...(treatments !== 'all' && { treatments: typeof treatments === 'object' ? onlyThis(treatments.only) : EACH }),
  ...(!hasBlocks && { blocks: 'none' }),
  ...(rate === 'each' && { test: 'lsd' }),
  ...(isAdjusted && { means: 'adjusted' }),
  ...(check !== null && { check }),
})

export const EACH = 'each'
export const onlyThis = (treatment: string): string => `only ${treatment}`

/** The plots, and the check among their genotypes. */
export function chosenOf<Known extends DesignPlot>(all: readonly Known[], choice: Choice) {
  const plots = chosenPlots(all, choice)
  const genotypes = genotypesOf(plots)
  const check = genotypes.find((name) => name === choice.check) ?? checksOf(plots)[0] ?? null
  return { plots, genotypes, check }
}

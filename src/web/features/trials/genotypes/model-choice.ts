import type { ErrorRate } from '#imagery/traits/derived/differences.ts'
import type { ModelChoice } from '#imagery/traits/derived/trial-design.ts'

export type Choice = ModelChoice & { rate: ErrorRate }

/** From the address. A treatment that the trial does not have is not chosen. */
export function choiceFrom(view: { get: (name: string) => string | null }, treatments: readonly string[]): Choice {
  const asked = view.get('treatments') ?? ''
  const only = treatments.find((name) => asked === onlyThis(name))
  return {
    treatments: only !== undefined ? { only } : asked === EACH && treatments.length > 1 ? 'each' : 'all',
    hasBlocks: view.get('blocks') !== 'none',
    rate: view.get('test') === 'lsd' ? 'each' : 'family',
  }
}

export const EACH = 'each'
export const onlyThis = (treatment: string): string => `only ${treatment}`

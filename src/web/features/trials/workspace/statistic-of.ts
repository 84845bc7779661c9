import { SCOPES } from '#domain/trials.ts'
import { mainValueOf } from '#imagery/traits/catalogue/canopy-traits.ts'
import type { Trait, Workspace } from './workspace.ts'

/** What is shown of a trait: what the address names, as far as the trait has it; else its main statistic. */
export function statisticOf(trait: Trait, view: URLSearchParams): Pick<Workspace, 'stat' | 'scope'> {
  const usual = mainValueOf(trait.trait)
  return {
    stat: trait.stats.find((one) => one === view.get('stat')) ?? usual.stat,
    scope: SCOPES.find((one) => one === view.get('scope') && trait.scopes.includes(one)) ?? usual.scope,
  }
}

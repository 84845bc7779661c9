import { isRecorded } from '#imagery/plot-values/recorded-traits.ts'
import { mainValueOf } from '#imagery/traits/catalogue/canopy-traits.ts'
import { Select } from '#web/ui/form/select.tsx'
import { SCOPE_NAMES, STAT_NAMES } from '../messages.ts'
import { nameOf } from './trait-names.ts'
import { useShowTrait } from './use-show-trait.ts'
import type { Trait, Workspace } from './workspace.ts'

/** Which trait is shown, and which statistic of it. */
export function TraitControls(shown: Pick<Workspace, 'measurement' | 'traits' | 'trait' | 'stat' | 'scope'>) {
  const { traits, trait, stat, scope } = shown
  const show = useShowTrait(shown)
  const usual = mainValueOf(trait.trait)
  return (
    <>
      {traits.length > 0 && (
        <Select
          label="Trait"
          value={trait.trait}
          options={traits.map((one) => ({ value: one.trait, label: titleOf(one, traits) }))}
          onChange={({ target }) => show(target.value)}
        />
      )}
      <div className="properties empty:hidden">
        {trait.stats.length > 1 && (
          <Select
            label="Statistic"
            value={stat}
            options={trait.stats.map((value) => ({ value, label: STAT_NAMES[value] }))}
            onChange={({ target }) => show(trait.trait, { stat: target.value === usual.stat ? null : target.value })}
          />
        )}
        {trait.scopes.length > 1 && (
          <Select
            label="Of"
            value={scope}
            options={trait.scopes.map((value) => ({ value, label: SCOPE_NAMES[value] }))}
            onChange={({ target }) => show(trait.trait, { scope: target.value === usual.scope ? null : target.value })}
          />
        )}
      </div>
    </>
  )
}

/** With its unit where another one has the same name. */
const titleOf = (trait: Trait, all: readonly Trait[]): string =>
  isRecorded(trait.trait) && all.some((one) => one !== trait && nameOf(one) === trait.name)
    ? `${trait.name}, ${trait.unit || 'no unit'}`
    : nameOf(trait)

import { useRef } from 'react'
import { isRecorded } from '#imagery/plot-values/recorded-traits.ts'
import { changed, useView } from '#web/lib/view.ts'
import { loadTraitValues } from '../trial-queries.ts'
import { statisticOf } from './statistic-of.ts'
import type { Workspace } from './workspace.ts'

/** What of it; null for its usual one. */
type Statistic = { stat?: string | null; scope?: string | null }

/** Shows another trait once its values are loaded, so that the screen stays where it is. The last one that was asked for counts. */
export function useShowTrait({
  measurement,
  traits,
  trait: shown,
}: Pick<Workspace, 'measurement' | 'traits' | 'trait'>) {
  const [view, show] = useView()
  const latest = useRef(0)
  return (wanted: string | undefined, statistic: Statistic = {}): void => {
    latest.current += 1
    const mine = latest.current
    const trait = traits.find((one) => one.trait === wanted)
    if (!trait || (trait === shown && Object.keys(statistic).length === 0)) return
    const showTrait = () => {
      if (mine === latest.current) show({ trait: trait.trait, ...statistic }, { replace: true })
    }
    if (!measurement || isRecorded(trait.trait)) return showTrait()
    const { measurementId } = measurement
    // What can't be loaded is said by the screen.
    void loadTraitValues(
      { measurementId, trait: trait.trait, ...statisticOf(trait, changed(view, statistic)) },
      trait.flightIds,
    ).then(showTrait, showTrait)
  }
}

import { useRef } from 'react'
import { useView } from '#web/lib/view.ts'
import { useLoadTraitValues } from '../trial-queries.ts'
import { statisticOf } from './statistic-of.ts'
import type { Workspace } from './workspace.ts'

/** Shows another trait once its values are loaded, so that the screen stays where it is. The last one that was asked for counts. */
export function useShowTrait({ measurement, trait: shown }: Pick<Workspace, 'measurement' | 'trait'>) {
  const [view, show] = useView()
  const load = useLoadTraitValues()
  const latest = useRef(0)
  return (wanted: string | undefined): void => {
    latest.current += 1
    const mine = latest.current
    const trait = measurement.measured.find((one) => one.trait === wanted)
    if (!trait || trait === shown) return
    const { measurementId } = measurement
    const showTrait = () => {
      if (mine === latest.current) show({ trait: trait.trait }, { replace: true })
    }
    // What can't be loaded is said by the screen.
    void load({ measurementId, trait: trait.trait, ...statisticOf(trait, view) }, trait.flightIds).then(
      showTrait,
      showTrait,
    )
  }
}

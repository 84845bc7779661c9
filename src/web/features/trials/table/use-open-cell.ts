import { useCallback, useEffect, useRef, useState } from 'react'
import { useView } from '#web/lib/view.ts'
import { useLoadTraitValues } from '../trial-queries.ts'
import { statisticOf } from '../workspace/statistic-of.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { TableColumn } from './table-model.ts'

/** A new one each time. */
export type Opened = { from: HTMLElement }

/** Shows the plot and the date of a value. Its trait follows when it is loaded, so that the table stays where it is. */
export function useOpenCell({ measurement, trait: shown }: Workspace, columns: readonly TableColumn[]) {
  const [view, show] = useView()
  const loadTrait = useLoadTraitValues()
  const [opened, setOpened] = useState<Opened>()
  const latest = useRef(0)
  const open = (plotId: string, columnId: string, from: HTMLElement): void => {
    const { trait: wanted, ...opens } = columns.find(({ id }) => id === columnId)?.opens ?? {}
    setOpened({ from })
    latest.current += 1
    const mine = latest.current
    show({ plot: plotId, ...opens })
    const trait = measurement.measured.find((one) => one.trait === wanted)
    if (!trait || trait === shown) return
    const { measurementId } = measurement
    const values = { measurementId, trait: trait.trait, ...statisticOf(trait, view) }
    const showTrait = () => {
      if (mine === latest.current) show({ trait: trait.trait }, { replace: true })
    }
    // What can't be loaded is said by the screen.
    void loadTrait(values, trait.flightIds).then(showTrait, showTrait)
  }
  const current = useRef(open)
  useEffect(() => {
    current.current = open
  })
  return {
    /** The same function on each render, so that no cell is drawn again for it. */
    open: useCallback(
      (plotId: string, columnId: string, from: HTMLElement) => current.current(plotId, columnId, from),
      [],
    ),
    /** Where the plot was opened from. */
    opened,
    close: () => {
      show({ plot: null })
      opened?.from.focus()
    },
  }
}

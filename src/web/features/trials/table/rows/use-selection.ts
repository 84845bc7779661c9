import { use, useState } from 'react'
import { NO_PLOTS, SelectedPlots } from '../../workspace/selected-plots.ts'

/** Rows of plots that are selected, as the map shows them, too. With Shift all from the last one on. */
export function useSelection(idsInOrder: () => readonly string[]) {
  const { selected, setSelected } = use(SelectedPlots)
  const [last, setLast] = useState<string>()
  return {
    selected,
    clear: () => setSelected(NO_PLOTS),
    /** All of them, or none of them. */
    selectAll: (ids: readonly string[], areWanted: boolean) =>
      setSelected(
        areWanted ? new Set([...selected, ...ids]) : new Set([...selected].filter((one) => !ids.includes(one))),
      ),
    select: (id: string, isRange: boolean) => {
      const ids = idsInOrder()
      const [from, to] = [ids.indexOf(last ?? id), ids.indexOf(id)]
      const changed = isRange && from >= 0 ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
      setSelected(
        new Set(selected.has(id) ? [...selected].filter((one) => !changed.includes(one)) : [...selected, ...changed]),
      )
      setLast(id)
    },
  }
}

import { createContext, use } from 'react'
import { useView } from '#web/lib/view.ts'

/** Ids of plots that are chosen together: on the map, or in the table. */
export type PlotIds = ReadonlySet<string>

export const NO_PLOTS: PlotIds = new Set()

export const SelectedPlots = createContext<{ selected: PlotIds; setSelected: (plotIds: PlotIds) => void }>({
  selected: NO_PLOTS,
  setSelected: () => undefined,
})

/** Selects plots in place of the one that was looked at. */
export function useSelectPlots(): (plotIds: readonly string[]) => void {
  const [, show] = useView()
  const { setSelected } = use(SelectedPlots)
  return (plotIds) => {
    setSelected(new Set(plotIds))
    show({ plot: null })
  }
}

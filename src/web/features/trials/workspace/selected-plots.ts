import { createContext } from 'react'

/** Ids of plots that are chosen together: on the map, or in the table. */
export type PlotIds = ReadonlySet<string>

export const NO_PLOTS: PlotIds = new Set()

export const SelectedPlots = createContext<{ selected: PlotIds; setSelected: (plotIds: PlotIds) => void }>({
  selected: NO_PLOTS,
  setSelected: () => undefined,
})

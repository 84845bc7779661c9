import { useSyncExternalStore } from 'react'

type PlotIds = readonly string[]
const NONE: PlotIds = []

let pointed: PlotIds = NONE
const listeners = new Set<() => void>()

/** Plots under the pointer in one view, which all views mark. Only what reads them is drawn again. */
export function pointAt(plotIds: PlotIds): void {
  if (plotIds.length === 0 && pointed.length === 0) return
  pointed = plotIds.length === 0 ? NONE : plotIds
  for (const tell of listeners) tell()
}

export const pointAtPlot = (plotId: string | null | undefined): void => pointAt(plotId == null ? NONE : [plotId])

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const usePointedPlots = (): PlotIds => useSyncExternalStore(subscribe, () => pointed)

export const useIsPointed = (plotId: string): boolean => useSyncExternalStore(subscribe, () => pointed.includes(plotId))

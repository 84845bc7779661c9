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

/** The plot where it is one alone. */
export const onlyOf = (plotIds: PlotIds): string | undefined => (plotIds.length === 1 ? plotIds[0] : undefined)

/** The plot under the pointer where it is one alone, of those that count. */
export const useOnePointed = (counts: (plotId: string) => boolean = () => true): string | undefined =>
  useSyncExternalStore(subscribe, () => {
    const plotId = onlyOf(pointed)
    return plotId !== undefined && counts(plotId) ? plotId : undefined
  })

export const useIsPointed = (plotId: string): boolean => useSyncExternalStore(subscribe, () => pointed.includes(plotId))

/** For an element that stands for plots: whether it has the pointer or the focus. */
export const whenOver = (tell: (isOver: boolean) => void) => ({
  onPointerEnter: () => tell(true),
  onPointerLeave: () => tell(false),
  onFocus: () => tell(true),
  onBlur: () => tell(false),
})

import { useSyncExternalStore } from 'react'
import { observable } from '#transfer/observable.ts'

type PlotIds = readonly string[]
const NONE: PlotIds = []

const pointed = observable(NONE)

/** Plots under the pointer in one view, which all views mark. Only what reads them is drawn again. */
export function pointAt(plotIds: PlotIds): void {
  if (plotIds.length > 0 || pointed.getSnapshot().length > 0) pointed.set(plotIds.length === 0 ? NONE : plotIds)
}

export const pointAtPlot = (plotId: string | null | undefined): void => pointAt(plotId == null ? NONE : [plotId])

export const usePointedPlots = (): PlotIds => useSyncExternalStore(pointed.subscribe, pointed.getSnapshot)

/** The plot where it is one alone. */
export const onlyOf = (plotIds: PlotIds): string | undefined => (plotIds.length === 1 ? plotIds[0] : undefined)

/** The plot under the pointer where it is one alone, of those that count. */
export const useOnePointed = (counts: (plotId: string) => boolean = () => true): string | undefined =>
  useSyncExternalStore(pointed.subscribe, () => {
    const plotId = onlyOf(pointed.getSnapshot())
    return plotId !== undefined && counts(plotId) ? plotId : undefined
  })

export const useIsPointed = (plotId: string): boolean =>
  useSyncExternalStore(pointed.subscribe, () => pointed.getSnapshot().includes(plotId))

/** For an element that stands for plots: whether it has the pointer or the focus. */
export const whenOver = (tell: (isOver: boolean) => void) => ({
  onPointerEnter: () => tell(true),
  onPointerLeave: () => tell(false),
  onFocus: () => tell(true),
  onBlur: () => tell(false),
})

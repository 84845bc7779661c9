import { type DesignPlot, designOfPlots } from '#imagery/traits/derived/trial-design.ts'
import type { PlotOutline } from '../workspace/plot-geometry.ts'

/** What an analysis has to know of a plot. */
export type PlotFacts = DesignPlot & { plotId: string }

export function plotFactsOf(plots: readonly PlotOutline[]): PlotFacts[] {
  const design = designOfPlots(plots)
  return plots.flatMap(({ plotId }, at) => {
    const known = design[at]
    return known ? [{ ...known, plotId }] : []
  })
}

/** As a legend names a check; a name that begins with this word has it once. */
export const checkLabel = (name: string): string => (/^check\b/i.test(name) ? name : `Check ${name}`)

import { displayName } from '#domain/display-names.ts'
import { checksOf } from '#imagery/traits/derived/trial-design.ts'
import type { Curve } from './curves-chart.tsx'
import { checkLabel, type PlotFacts } from './plot-facts.ts'
import { meanOfPlots, type Series } from './series.ts'

export type CurvesInput = {
  plots: readonly PlotFacts[]
  series: Series
  trialMean: readonly (number | null)[]
  genotype: string | null
  /** Places of plots, or -1. */
  chosen: number
  pointed: number
}

/** What stands out of the curves of all plots: the trial, its checks, a genotype and a plot. */
export function curvesOf({ plots, series, trialMean, genotype, chosen, pointed }: CurvesInput): Curve[] {
  const meanOf = (name: string) =>
    meanOfPlots(
      series.filter((_, at) => plots[at]?.genotype === name),
      trialMean.length,
    )
  const [chosenPlot, chosenSeries, pointedSeries] = [plots[chosen], series[chosen], series[pointed]]
  const checks = checksOf(plots).filter((name) => name !== genotype)
  const curves: (Curve | null | undefined)[] = [
    { id: 'mean', name: 'Mean of the trial', values: trialMean, look: 'mean' },
    ...checks.map(
      (name): Curve => ({
        id: `check ${name}`,
        name: checkLabel(displayName(name)),
        values: meanOf(name),
        look: 'check',
      }),
    ),
    genotype === null
      ? null
      : { id: 'genotype', name: `Mean of ${displayName(genotype)}`, values: meanOf(genotype), look: 'genotype' },
    chosenPlot &&
      chosenSeries && {
        id: 'plot',
        name: `Plot ${displayName(chosenPlot.plotId)}`,
        values: chosenSeries,
        look: 'plot',
      },
    pointedSeries && { id: 'hovered', name: '', values: pointedSeries, look: 'hovered' },
  ]
  return curves.filter((curve) => curve != null)
}

import { useView } from '#web/lib/view.ts'
import { AnalysisState } from '../analysis/analysis-state.tsx'
import type { PlotFacts } from '../analysis/plot-facts.ts'
import type { Series } from '../analysis/series.ts'
import { useAnalysis } from '../analysis/use-analysis.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { TrustTable } from './trust-table.tsx'

type TrustProps = {
  workspace: Workspace
  plots: readonly PlotFacts[]
  series: Series
  seriesKey: readonly unknown[]
  /** The place of the chosen date. */
  at: number
}

/** How repeatable the trait is on each date. */
export function Trust({ workspace, plots, series, seriesKey, at }: TrustProps) {
  const { trait, flights, dates } = workspace
  const [, show] = useView()
  const analysis = useAnalysis('repeatability', seriesKey, () => {
    const known = plots.flatMap(({ genotype, block }, index) => (genotype === null ? [] : [{ genotype, block, index }]))
    return {
      plots: known.map(({ genotype, block }) => ({ genotype, block })),
      series: dates.map((_, date) => known.map(({ index }) => series[index]?.[date] ?? null)),
    }
  })
  return (
    <AnalysisState label="Computing how repeatable the values are" analysis={analysis}>
      {(found) => (
        <TrustTable
          rows={[{ trait: trait.trait, name: trait.name, found }]}
          flights={flights}
          chosen={{ trait: trait.trait, at }}
          onChoose={(_trait, date) => show({ date: dates[date]?.date ?? null })}
        />
      )}
    </AnalysisState>
  )
}

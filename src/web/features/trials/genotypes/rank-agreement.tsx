import { dateText } from '#domain/dates.ts'
import { rankCorrelation } from '#imagery/traits/derived/correlations.ts'
import type { DesignPlot } from '#imagery/traits/derived/trial-design.ts'
import { AnalysisState } from '../analysis/analysis-state.tsx'
import type { Series } from '../analysis/series.ts'
import { useAnalysis } from '../analysis/use-analysis.ts'
import { HeatTable } from './heat-table.tsx'

type RankAgreementProps = {
  dates: readonly { flightId: string; date: string }[]
  plots: readonly DesignPlot[]
  genotypes: readonly string[]
  series: Series
  /** Names the values and the model. */
  of: readonly unknown[]
}

/** Whether genotypes keep their ranks from date to date. */
export function RankAgreement({ dates, plots, genotypes, series, of }: RankAgreementProps) {
  const means = useAnalysis('means', [...of, 'by date'], () => ({
    plots,
    genotypes,
    series: dates.map((_, date) => series.map((one) => one[date] ?? null)),
  }))
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h3 className="font-semibold">Ranks between dates</h3>
      <p className="max-w-prose text-sm text-muted">
        Do genotypes keep their order from date to date? 1 is the same order, 0 no relation, −1 the opposite order
        (Spearman, of means of genotypes).
      </p>
      <AnalysisState label="Computing the means of genotypes" analysis={means}>
        {(found) => (
          <HeatTable
            label="Ranks between dates"
            corner="Date"
            columns={dates.map(({ flightId, date }) => ({ id: flightId, title: dateText(date) }))}
            rows={dates.map(({ flightId, date }, row) => ({
              id: flightId,
              title: dateText(date),
              cells: dates.map((_, column) => {
                const agreed = row === column ? null : rankCorrelation(found[row] ?? [], found[column] ?? [])
                return agreed && { r: agreed.r, hint: `${agreed.n} genotypes` }
              }),
            }))}
          />
        )}
      </AnalysisState>
    </div>
  )
}

import { rankCorrelation } from '#imagery/traits/derived/correlations.ts'
import { HeatTable } from './heat-table.tsx'

type RankAgreementProps = {
  dates: readonly { flightId: string; date: string }[]
  /** Of each date, the means of genotypes in one order. */
  means: readonly (readonly (number | null)[])[]
}

/** Whether genotypes keep their ranks from date to date. */
export const RankAgreement = ({ dates, means }: RankAgreementProps) => (
  <div className="flex min-w-0 flex-col gap-2">
    <h3 className="font-semibold">Ranks between dates</h3>
    <p className="max-w-prose text-sm text-muted">
      Rank correlation (Spearman) of the means of genotypes: 1 where they keep their order, 0 where it is new.
    </p>
    <HeatTable
      label="Ranks between dates"
      corner="Date"
      columns={dates.map(({ flightId, date }) => ({ id: flightId, title: date }))}
      rows={dates.map(({ flightId, date }, row) => ({
        id: flightId,
        title: date,
        cells: dates.map((_, column) => {
          const found = row === column ? null : rankCorrelation(means[row] ?? [], means[column] ?? [])
          return found && { text: found.r.toFixed(2), hint: `${found.n} genotypes`, share: found.r }
        }),
      }))}
    />
  </div>
)

import { rankCorrelation } from '#imagery/traits/derived/correlations.ts'
import { colourOf } from '../map/colour-scale.ts'

type RankAgreementProps = {
  dates: readonly { flightId: string; date: string }[]
  /** Of each date, the means of genotypes in one order. */
  means: readonly (readonly (number | null)[])[]
}

const PALE = 0.42

/** Whether genotypes keep their ranks from date to date. */
export function RankAgreement({ dates, means }: RankAgreementProps) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h3 className="font-semibold">Ranks between dates</h3>
      <p className="max-w-prose text-sm text-muted">
        Rank correlation (Spearman) of the means of genotypes: 1 where they keep their order, 0 where it is new.
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys */}
      <section tabIndex={0} aria-label="Ranks between dates" className="overflow-x-auto">
        <table className="border-collapse text-sm tabular-nums">
          <thead className="text-xs text-muted">
            <tr>
              <th scope="col" className="px-2 text-left font-semibold">
                Date
              </th>
              {dates.map(({ flightId, date }) => (
                <th key={flightId} scope="col" className="px-2 py-2 font-semibold whitespace-nowrap">
                  {date}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {dates.map(({ flightId, date }, row) => (
              <tr key={flightId}>
                <th scope="row" className="px-2 text-left text-xs font-semibold whitespace-nowrap text-muted">
                  {date}
                </th>
                {dates.map((other, column) => {
                  const found = column === row ? null : rankCorrelation(means[row] ?? [], means[column] ?? [])
                  return (
                    <td key={other.flightId} className="p-0.5 text-center">
                      {found ? (
                        <span
                          title={`${found.n} genotypes`}
                          className="block rounded px-2 py-1 text-ramp-9"
                          style={{ background: colourOf(Math.max(0, found.r) * PALE, [0, 1]) }}
                        >
                          {found.r.toFixed(2)}
                        </span>
                      ) : (
                        <span className="text-muted">–</span>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

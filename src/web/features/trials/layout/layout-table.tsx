import { displayName } from '#domain/display-names.ts'
import { type LaidOutPlot, middleOf } from '#imagery/plots/layout.ts'
import { Disclosure } from '../workspace/disclosure.tsx'

const ROWS_MAX = 200

/** What the map shows. */
export function LayoutTable({ plots, crsName }: { plots: readonly LaidOutPlot[]; crsName: string }) {
  if (plots.length === 0) return null
  return (
    <Disclosure summary="The plots as a table">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <section aria-label="Plots" tabIndex={0} className="max-h-96 overflow-auto rounded-md border border-line">
        <table className="w-full text-left text-sm whitespace-nowrap tabular-nums">
          <caption className="px-3 py-2 text-left text-muted">
            {plots.length > ROWS_MAX && `The first ${ROWS_MAX} of ${plots.length.toLocaleString('en')} plots. `}
            Middles in metres, {crsName}
          </caption>
          <thead>
            <tr className="border-b border-line-strong text-xs text-muted">
              {['Plot id', 'Row', 'Column', 'East', 'North'].map((title) => (
                <th key={title} scope="col" className="px-3 py-2 font-semibold">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {plots.slice(0, ROWS_MAX).map((plot) => (
              <PlotRow key={plot.plotId} plot={plot} />
            ))}
          </tbody>
        </table>
      </section>
    </Disclosure>
  )
}

function PlotRow({ plot: { plotId, row, column, ring } }: { plot: LaidOutPlot }) {
  const [east, north] = middleOf(ring)
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className="px-3 py-1.5 font-medium">
        <bdi>{displayName(plotId)}</bdi>
      </th>
      <td className="px-3 py-1.5">{row}</td>
      <td className="px-3 py-1.5">{column}</td>
      <td className="px-3 py-1.5">{east.toFixed(2)}</td>
      <td className="px-3 py-1.5">{north.toFixed(2)}</td>
    </tr>
  )
}

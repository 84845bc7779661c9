import { displayName } from '#domain/display-names.ts'
import { keyOf, type LaidOutPlot, middleOf } from '#imagery/plots/layout.ts'
import { type Choosing, gripOfPlot } from './grips.ts'

const ROWS_MAX = 200

type LayoutTableProps = Choosing & { plots: readonly LaidOutPlot[]; crsName: string }

/** What the map shows. A click on a plot chooses it there. */
export function LayoutTable({ plots, crsName, chosen, onChoose }: LayoutTableProps) {
  if (plots.length === 0) return <p className="text-muted">Draw a block on the map: its plots are listed here.</p>
  return (
    <table className="w-full text-left whitespace-nowrap tabular-nums">
      <caption className="pb-2 text-left text-muted">
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
        {plots.slice(0, ROWS_MAX).map((plot) => {
          const grip = gripOfPlot(keyOf(plot))
          const isChosen = grip === chosen
          return (
            <PlotRow
              key={plot.plotId}
              plot={plot}
              isChosen={isChosen}
              onToggle={() => onChoose(isChosen ? null : grip)}
            />
          )
        })}
      </tbody>
    </table>
  )
}

type PlotRowProps = { plot: LaidOutPlot; isChosen: boolean; onToggle: () => void }

function PlotRow({ plot: { plotId, row, column, ring }, isChosen, onToggle }: PlotRowProps) {
  const [east, north] = middleOf(ring)
  return (
    <tr className={isChosen ? 'border-b border-line bg-action/15' : 'border-b border-line last:border-0'}>
      <th scope="row" className="px-3 py-1 font-medium">
        <button
          type="button"
          dir="auto"
          aria-pressed={isChosen}
          className="rounded px-1 underline-offset-2 hover:underline"
          onClick={onToggle}
        >
          {displayName(plotId)}
        </button>
      </th>
      <td className="px-3 py-1">{row}</td>
      <td className="px-3 py-1">{column}</td>
      <td className="px-3 py-1">{east.toFixed(2)}</td>
      <td className="px-3 py-1">{north.toFixed(2)}</td>
    </tr>
  )
}

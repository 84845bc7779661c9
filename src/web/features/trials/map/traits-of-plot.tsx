import { useView } from '#web/lib/view.ts'
import { Button } from '#web/ui/button.tsx'
import { AnalysisState } from '../analysis/analysis-state.tsx'
import { type FigureColumn, FigureTable } from '../analysis/figure-table.tsx'
import { type Standing, standingOf } from '../analysis/standing.ts'
import { useAllValues } from '../analysis/use-all-values.ts'
import { unitText, valueText } from '../messages.ts'
import { onDate } from '../workspace/days.ts'
import { shortNameOf } from '../workspace/trait-names.ts'
import type { OnDay, Trait } from '../workspace/workspace.ts'

type TraitsOfPlotProps = OnDay & { plotId: string /** The place of the plot. */; at: number }

/** All traits of a plot on a date, and how far each is from the mean of all plots; on request, because it loads them all. */
export function TraitsOfPlot({ workspace, day: { date, flightId }, plotId, at }: TraitsOfPlotProps) {
  const [view, show] = useView()
  const isWanted = view.get('inspect') === 'traits'
  const all = useAllValues(workspace, isWanted, flightId)
  const place = workspace.days.findIndex(({ id }) => id === flightId)
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-expanded={isWanted}
        className="-ml-3 self-start"
        onClick={() => show({ inspect: isWanted ? null : 'traits' })}
      >
        {isWanted ? 'Hide all traits' : 'All traits'}
      </Button>
      {isWanted && (
        <AnalysisState label="Loading all traits" analysis={all}>
          {(traits) => (
            <FigureTable
              label={`All traits of plot ${plotId}${onDate(date)}`}
              orderBy="traitsBy"
              columns={COLUMNS}
              rows={traits.flatMap(({ trait, byDay }): Row[] => {
                const ofDay = byDay[place]
                return ofDay ? [{ trait, standing: standingOf(ofDay, at) }] : []
              })}
              idOf={({ trait }) => trait.trait}
              chosen={workspace.trait.trait}
              onChoose={(trait) => show({ trait })}
            />
          )}
        </AnalysisState>
      )}
    </>
  )
}

type Row = { trait: Trait; standing: Standing | null }

const SHORT_UNITS: Readonly<Record<string, string>> = { degrees: '°', 'digital numbers': 'DN', 'm3/m2': 'm³/m²' }

const COLUMNS: FigureColumn<Row>[] = [
  { id: 'trait', title: 'Trait', isText: true, value: ({ trait }) => shortNameOf(trait) },
  {
    id: 'value',
    title: 'Value',
    value: ({ standing }) => standing?.value ?? null,
    text: ({ trait: { unit }, standing }) =>
      standing ? `${valueText(standing.value, unit)} ${SHORT_UNITS[unit] ?? unitText(unit)}` : '–',
  },
  {
    id: 'z',
    title: 'z‑score',
    value: ({ standing }) => standing?.z ?? null,
    text: ({ standing }) => <ZScore z={standing?.z ?? null} />,
  },
]

/** In standard deviations, from one end of the line to the other. */
const Z_SHOWN = 3
const [WIDTH, HEIGHT] = [48, 6]

function ZScore({ z }: { z: number | null }) {
  if (z === null) return '–'
  const x = (Math.max(-Z_SHOWN, Math.min(Z_SHOWN, z)) / Z_SHOWN + 1) * (WIDTH / 2)
  return (
    <span className="inline-flex flex-col items-end gap-0.5">
      {z.toFixed(2)}
      <svg aria-hidden width={WIDTH} height={HEIGHT}>
        <line x1={0} x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} className="stroke-line-strong" />
        <rect
          x={Math.min(x, WIDTH / 2)}
          width={Math.abs(x - WIDTH / 2)}
          y={1}
          height={HEIGHT - 2}
          className="fill-action"
        />
        <line x1={WIDTH / 2} x2={WIDTH / 2} y1={0} y2={HEIGHT} className="stroke-ink" />
      </svg>
    </span>
  )
}

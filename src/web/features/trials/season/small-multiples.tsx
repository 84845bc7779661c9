import { displayName } from '#domain/display-names.ts'
import { useView } from '#web/lib/view.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { type Curve, CurvesChart, Legend } from '../analysis/curves-chart.tsx'
import { genotypesOf, type PlotFacts } from '../analysis/plot-facts.ts'
import type { SeasonAxis } from '../analysis/season-axis.ts'
import { meanOfPlots, type Series } from '../analysis/series.ts'
import type { Scale } from '../map/colour-scale.ts'

const PANELS = 12

type SmallMultiplesProps = {
  axis: SeasonAxis
  range: Scale
  unit: string
  plots: readonly PlotFacts[]
  series: Series
  trialMean: readonly (number | null)[]
  genotype: string | null
}

/** A chart for each genotype, all on one scale. */
export function SmallMultiples({ plots, series, trialMean, genotype, ...scale }: SmallMultiplesProps) {
  const [view, show] = useView()
  const names = genotypesOf(plots)
  const pages = Math.max(1, Math.ceil(names.length / PANELS))
  const page = Math.min(pages, Math.max(1, Math.floor(Number(view.get('panel')) || 1)))
  const shown = names.slice((page - 1) * PANELS, page * PANELS)
  return (
    <div className="flex flex-col gap-4">
      <Legend
        curves={[
          { id: 'genotype', name: 'Mean of the genotype', look: 'plot' },
          { id: 'mean', name: 'Mean of the trial', look: 'mean' },
        ]}
      />
      <ul className="grid gap-4 @xl:grid-cols-2 @4xl:grid-cols-3 @6xl:grid-cols-4">
        {shown.map((name) => {
          const own = series.filter((_, at) => plots[at]?.genotype === name)
          const curves: Curve[] = [
            { id: 'mean', name: '', values: trialMean, look: 'mean' },
            { id: 'own', name: '', values: meanOfPlots(own, trialMean.length), look: 'plot' },
          ]
          return (
            <li
              key={name}
              className={classNames(
                'flex min-w-0 flex-col gap-1 rounded-md border p-2',
                name === genotype ? 'border-action bg-card' : 'border-line',
              )}
            >
              <button
                type="button"
                aria-pressed={name === genotype}
                className="self-start rounded px-1 text-sm font-semibold underline-offset-2 hover:underline"
                onClick={() => show({ genotype: name === view.get('genotype') ? null : name })}
              >
                <bdi>{displayName(name)}</bdi>
                <span className="font-normal text-muted">
                  , {own.length} {own.length === 1 ? 'plot' : 'plots'}
                </span>
              </button>
              <CurvesChart {...scale} series={own} curves={curves} height={150} />
            </li>
          )
        })}
      </ul>
      {pages > 1 && (
        <div className="flex items-center justify-center gap-4 text-sm">
          <Button
            variant="secondary"
            size="small"
            disabled={page === 1}
            onClick={() => show({ panel: page === 2 ? null : String(page - 1) })}
          >
            Previous
          </Button>
          <span className="tabular-nums">
            {page} of {pages}
          </span>
          <Button
            variant="secondary"
            size="small"
            disabled={page === pages}
            onClick={() => show({ panel: String(page + 1) })}
          >
            Next
          </Button>
        </div>
      )}
    </div>
  )
}

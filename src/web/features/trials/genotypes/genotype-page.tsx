import { ArrowLeft } from 'lucide-react'
import { useMemo } from 'react'
import { dateText, unitOfDifferences } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import { genotypesOf } from '#imagery/traits/derived/trial-design.ts'
import { useView } from '#web/lib/view.ts'
import { Button } from '#web/ui/button.tsx'
import { AnalysisState } from '../analysis/analysis-state.tsx'
import { rangeOf } from '../analysis/chart-scale.ts'
import { CurvesChart, Legend } from '../analysis/curves-chart.tsx'
import { curvesOf } from '../analysis/curves-of.ts'
import { figureColumn, PLOT_COLUMN, STANDING_COLUMNS } from '../analysis/figure-columns.ts'
import { type FigureColumn, FigureTable } from '../analysis/figure-table.tsx'
import type { PlotFacts } from '../analysis/plot-facts.ts'
import { seasonAxisOf } from '../analysis/season-axis.ts'
import { meanOfPlots, type Series } from '../analysis/series.ts'
import { type Standing, standingOf } from '../analysis/standing.ts'
import { useAnalysis } from '../analysis/use-analysis.ts'
import type { SeriesOfTrait } from '../analysis/use-series.ts'
import { headingText, valueText } from '../messages.ts'
import { WarningStar } from '../workspace/warning-star.tsx'
import type { Workspace } from '../workspace/workspace.ts'
import { AllTraits } from './all-traits.tsx'

type GenotypePageProps = { genotype: string; workspace: Workspace; trait: SeriesOfTrait }

/** One genotype: its curve, where it stands on each date, and its plots. */
export function GenotypePage({ genotype, workspace, trait: { plots, series, key } }: GenotypePageProps) {
  const { title, trait, dates } = workspace
  const [view, show] = useView()
  const axis = useMemo(() => seasonAxisOf(dates, view.get('axis')), [dates, view])
  const range = useMemo(() => rangeOf(series), [series])
  const genotypes = useMemo(() => genotypesOf(plots), [plots])
  const means = useAnalysis('means', [...key, 'by date'], () => ({
    plots,
    genotypes,
    series: dates.map((_, date) => series.map((one) => one[date] ?? null)),
  }))
  const place = genotypes.indexOf(genotype)
  const own = plots.flatMap((plot, at) => (plot.genotype === genotype ? [{ plot, at }] : []))
  const curves = curvesOf({
    plots,
    series,
    trialMean: meanOfPlots(series, dates.length),
    genotype,
    chosen: own.find(({ plot }) => plot.plotId === view.get('plot'))?.at ?? -1,
    pointed: -1,
  })
  const isCheck = own.some(({ plot }) => plot.isCheck)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="secondary" size="small" onClick={() => show({ genotype: null })}>
          <ArrowLeft aria-hidden className="size-4" />
          All genotypes
        </Button>
        <h3 className="text-lg font-semibold wrap-anywhere">
          <bdi>{displayName(genotype)}</bdi>
          <span className="text-sm font-normal text-muted">
            {isCheck && ', check'}, {own.length} {own.length === 1 ? 'plot' : 'plots'}
          </span>
        </h3>
      </div>
      {range && dates.every(({ takenOn }) => takenOn !== null) && (
        <figure aria-label={`${title} of ${genotype}`} className="m-0 flex flex-col gap-2">
          <CurvesChart
            axis={axis}
            range={range}
            unit={trait.unit}
            series={own.map(({ at }) => series[at] ?? [])}
            curves={curves}
            onChoose={(at) => own[at] && show({ plot: own[at].plot.plotId })}
          />
          <p className="text-center text-xs text-muted">{axis.title}</p>
          <Legend curves={curves} />
        </figure>
      )}
      <h4 className="-mb-3 font-semibold">Where it stands</h4>
      <AnalysisState label="Computing the means of genotypes" analysis={means}>
        {(found) => (
          <StandingTable
            label={`Where ${genotype} stands`}
            unit={trait.unit}
            rows={dates.map(({ date, flightId }, at) => ({
              date,
              flightId,
              standing: standingOf(found[at] ?? [], place),
            }))}
          />
        )}
      </AnalysisState>
      <h4 className="-mb-3 font-semibold">Plots</h4>
      <PlotsOfGenotype workspace={workspace} own={own} series={series} />
      <h4 className="-mb-3 font-semibold">All traits</h4>
      <AllTraits {...{ workspace, plots, genotypes, genotype }} seriesKey={key} />
    </>
  )
}

type StandingRow = { date: string; flightId: string; standing: Standing | null }

function StandingTable({ label, unit, rows }: { label: string; unit: string; rows: readonly StandingRow[] }) {
  const columns: FigureColumn<StandingRow>[] = [
    { id: 'date', title: 'Date', isText: true, value: ({ date }) => date, text: ({ date }) => dateText(date) },
    figureColumn('mean', headingText('Mean', unit), { unit, of: ({ standing }) => standing?.value ?? null }),
    figureColumn('difference', 'From the mean of genotypes', {
      unit: unitOfDifferences(unit),
      of: ({ standing }) => standing?.difference ?? null,
    }),
    ...STANDING_COLUMNS,
  ]
  return (
    <FigureTable label={label} orderBy="standsBy" columns={columns} rows={rows} idOf={({ flightId }) => flightId} />
  )
}

type Own = { plot: PlotFacts; at: number }

function PlotsOfGenotype({ workspace, own, series }: { workspace: Workspace; own: readonly Own[]; series: Series }) {
  const [view, show] = useView()
  return (
    <FigureTable
      label={`Plots of ${own[0]?.plot.genotype ?? ''}`}
      orderBy="plotsBy"
      columns={plotColumns(workspace, series)}
      rows={own}
      idOf={({ plot }) => plot.plotId}
      chosen={view.get('plot')}
      onChoose={(plotId) => show({ plot: plotId })}
    />
  )
}

function plotColumns({ dates, trait: { unit } }: Workspace, series: Series): FigureColumn<Own>[] {
  return [
    PLOT_COLUMN,
    { id: 'block', title: 'Replicate', isText: true, value: ({ plot }) => plot.replicate ?? null },
    ...dates.map(
      ({ date, flightId, flags }, index): FigureColumn<Own> => ({
        id: flightId,
        title: dateText(date),
        value: ({ at }) => series[at]?.[index] ?? null,
        text: ({ at }) => (
          <>
            {valueText(series[at]?.[index], unit)}
            <WarningStar flags={flags[at]} />
          </>
        ),
      }),
    ),
  ]
}

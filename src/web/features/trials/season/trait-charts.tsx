import { useMemo } from 'react'
import { displayName } from '#domain/display-names.ts'
import { useView } from '#web/lib/view.ts'
import { AnalysisState } from '../analysis/analysis-state.tsx'
import { rangeOf } from '../analysis/chart-scale.ts'
import { type Curve, CurvesChart, Legend } from '../analysis/curves-chart.tsx'
import type { PlotFacts } from '../analysis/plot-facts.ts'
import { seasonAxisOf } from '../analysis/season-axis.ts'
import { meanOfPlots } from '../analysis/series.ts'
import type { TraitValues } from '../analysis/trait-values.ts'
import { useAllValues } from '../analysis/use-all-values.ts'
import { nameOf } from '../workspace/trait-names.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { type Panel, Panels } from './panels.tsx'

type TraitChartsProps = {
  workspace: Workspace
  plots: readonly PlotFacts[]
  /** The place of the chosen plot, or -1. */
  chosen: number
  genotype: string | null
}

/** A chart for each trait, each on a scale of its own. */
export function TraitCharts(props: TraitChartsProps) {
  const { workspace, plots, chosen, genotype } = props
  const all = useAllValues(workspace, true)
  const plot = plots[chosen]
  return (
    <div className="flex flex-col gap-4">
      <Legend
        curves={[
          { id: 'mean', name: 'Mean of the trial', look: 'mean' },
          ...(genotype === null
            ? []
            : [{ id: 'genotype', name: `Mean of ${displayName(genotype)}`, look: 'genotype' } as const]),
          ...(plot ? [{ id: 'plot', name: `Plot ${displayName(plot.plotId)}`, look: 'plot' } as const] : []),
        ]}
      />
      <AnalysisState label="Loading all traits" analysis={all}>
        {(values) => <Charts {...props} values={values} />}
      </AnalysisState>
    </div>
  )
}

/** More thin lines than that say nothing in a small chart. */
const THIN_MAX = 300

type ChartsProps = TraitChartsProps & { values: readonly TraitValues[] }

function Charts({ values, ...props }: ChartsProps) {
  const [, show] = useView()
  const dated = values.filter(({ byDay }) =>
    props.workspace.days.some(({ takenOn }, at) => takenOn !== null && byDay[at]),
  )
  const panels = dated.map(
    (one): Panel => ({
      id: one.trait.trait,
      title: nameOf(one.trait),
      isChosen: one.trait.trait === props.workspace.trait.trait,
      onChoose: () => show({ trait: one.trait.trait, curves: null, panel: null }),
      chart: <TraitChart {...props} values={one} />,
    }),
  )
  return <Panels panels={panels} />
}

type TraitChartProps = TraitChartsProps & { values: TraitValues }

function TraitChart({ workspace, plots, chosen, genotype, values: { trait, byDay } }: TraitChartProps) {
  const [view] = useView()
  const [axis, series] = useMemo(() => {
    const shown = workspace.days.flatMap((day, at) => {
      const values = day.takenOn === null ? undefined : byDay[at]
      return values ? [{ day, values }] : []
    })
    const days = shown.map(({ day }) => day)
    const dates = shown.map(({ values }) => values)
    return [seasonAxisOf(days, view.get('axis')), plots.map((_, at) => dates.map((one) => one[at] ?? null))] as const
  }, [workspace.days, byDay, plots, view])
  const own = series.filter((_, at) => genotype !== null && plots[at]?.genotype === genotype)
  const plot = series[chosen]
  const curves: Curve[] = [
    { id: 'mean', name: '', values: meanOfPlots(series, axis.days.length), look: 'mean' },
    ...(own.length > 0
      ? [{ id: 'own', name: '', values: meanOfPlots(own, axis.days.length), look: 'genotype' } as const]
      : []),
    ...(plot ? [{ id: 'plot', name: '', values: plot, look: 'plot' } as const] : []),
  ]
  return (
    <CurvesChart
      axis={axis}
      range={rangeOf(series) ?? [0, 1]}
      unit={trait.unit}
      series={series.length <= THIN_MAX ? series : own}
      curves={curves}
      height={150}
    />
  )
}

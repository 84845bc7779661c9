import { type ComponentProps, use, useMemo } from 'react'
import { displayName } from '#domain/display-names.ts'
import { genotypesOf } from '#imagery/traits/derived/trial-design.ts'
import { useView } from '#web/lib/view.ts'
import { CurvesChart, Legend } from '../analysis/curves-chart.tsx'
import type { CurvesInput } from '../analysis/curves-of.ts'
import { meanOfPlots } from '../analysis/series.ts'
import { pointAt, useOnePointed } from '../workspace/pointed-plots.ts'
import { NO_PLOTS, SelectedPlots } from '../workspace/selected-plots.ts'
import { type Panel, Panels } from './panels.tsx'

type GenotypeChartsProps = Pick<ComponentProps<typeof CurvesChart>, 'axis' | 'range' | 'unit'> &
  Omit<CurvesInput, 'chosen' | 'pointed'>

/** A chart for each genotype, all on one scale. The plots of the chosen one are selected on the map. */
export function GenotypeCharts({ plots, series, trialMean, genotype, ...scale }: GenotypeChartsProps) {
  const [view, show] = useView()
  const { setSelected } = use(SelectedPlots)
  const panels = genotypesOf(plots).map((name): Panel => {
    const own = plots.filter((plot) => plot.genotype === name)
    const plotIds = own.map(({ plotId }) => plotId)
    return {
      id: name,
      title: (
        <>
          <bdi>{displayName(name)}</bdi>
          <span className="font-normal text-muted">
            , {own.length} {own.length === 1 ? 'plot' : 'plots'}
          </span>
        </>
      ),
      isChosen: name === genotype,
      onChoose: () => {
        const isOff = name === view.get('genotype')
        setSelected(isOff ? NO_PLOTS : new Set(plotIds))
        show({ genotype: isOff ? null : name, plot: null })
      },
      onPoint: (isOver) => pointAt(isOver ? plotIds : []),
      chart: <GenotypeChart {...scale} {...{ plots, series, trialMean, name }} />,
    }
  })
  return (
    <div className="flex flex-col gap-4">
      <Legend
        curves={[
          { id: 'genotype', name: 'Mean of the genotype', look: 'plot' },
          { id: 'mean', name: 'Mean of the trial', look: 'mean' },
        ]}
      />
      <Panels panels={panels} />
    </div>
  )
}

type GenotypeChartProps = Omit<GenotypeChartsProps, 'genotype'> & { name: string }

function GenotypeChart({ plots, series, trialMean, name, ...scale }: GenotypeChartProps) {
  const own = useMemo(() => series.filter((_, at) => plots[at]?.genotype === name), [series, plots, name])
  const placeOf = (wanted: string | undefined) =>
    plots.findIndex(({ plotId, genotype }) => plotId === wanted && genotype === name)
  const pointed = series[placeOf(useOnePointed((plotId) => placeOf(plotId) >= 0))]
  return (
    <CurvesChart
      {...scale}
      series={own}
      curves={[
        { id: 'mean', name: '', values: trialMean, look: 'mean' },
        { id: 'own', name: '', values: meanOfPlots(own, trialMean.length), look: 'plot' },
        ...(pointed ? [{ id: 'pointed', name: '', values: pointed, look: 'hovered' } as const] : []),
      ]}
      height={150}
    />
  )
}

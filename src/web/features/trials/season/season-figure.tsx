import { displayName } from '#domain/display-names.ts'
import type { Scale } from '#imagery/traits/derived/colour-scale.ts'
import { CurvesChart, Legend } from '../analysis/curves-chart.tsx'
import { type CurvesInput, curvesOf } from '../analysis/curves-of.ts'
import type { PlotFacts } from '../analysis/plot-facts.ts'
import type { SeasonAxis } from '../analysis/season-axis.ts'
import type { Series } from '../analysis/series.ts'
import { unitText, valueText } from '../messages.ts'
import { pointAtPlot, useOnePointed } from '../workspace/pointed-plots.ts'
import type { Workspace } from '../workspace/workspace.ts'

type SeasonFigureProps = Omit<CurvesInput, 'pointed'> & {
  workspace: Workspace
  axis: SeasonAxis
  range: Scale
  note: string
  onChoose: (at: number) => void
}

/** All plots in one chart. The table below it says the same. */
export function SeasonFigure({ workspace, axis, range, note, onChoose, ...input }: SeasonFigureProps) {
  const { title, trait } = workspace
  const { plots, series } = input
  const only = useOnePointed()
  const pointed = plots.findIndex(({ plotId }) => plotId === only)
  const curves = curvesOf({ ...input, pointed })
  return (
    <figure aria-label={`${title} over the season`} className="m-0 flex flex-col gap-2">
      <p className="text-sm text-muted">
        {title}, all {plots.length.toLocaleString('en')} plots{note && `, ${note}`}
      </p>
      <CurvesChart
        axis={axis}
        range={range}
        unit={trait.unit}
        series={series}
        curves={curves}
        onPoint={(at) => pointAtPlot(plots[at]?.plotId)}
        onChoose={onChoose}
      />
      <p className="text-center text-xs text-muted">{axis.title}</p>
      <Legend curves={curves.filter(({ look }) => look !== 'hovered')} />
      <Pointed plot={plots[pointed]} values={series[pointed]} unit={trait.unit} />
    </figure>
  )
}

function Pointed({
  plot,
  values = [],
  unit,
}: {
  plot: PlotFacts | undefined
  values?: Series[number] | undefined
  unit: string
}) {
  return (
    <p className="min-h-5 text-sm tabular-nums">
      {plot ? (
        <>
          <bdi>{displayName(plot.plotId)}</bdi>
          {plot.genotype && ', '}
          <bdi>{displayName(plot.genotype ?? '')}</bdi>
          {`: ${values.map((value) => valueText(value, unit)).join(', ')} ${unitText(unit)}`}
        </>
      ) : (
        <span className="text-muted print:hidden">Point at a curve to see its plot, and click to choose it</span>
      )}
    </p>
  )
}

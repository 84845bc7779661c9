import { type ComponentProps, useMemo } from 'react'
import { dateText } from '#domain/dates.ts'
import { comparedInField } from '#imagery/traits/derived/genotypes-by-choice.ts'
import { choiceFrom, chosenOf } from '#imagery/traits/derived/model-choice.ts'
import { FIELD_PLOTS_MAX } from '#imagery/traits/derived/spatial-means.ts'
import { fieldPlotsOf, treatmentsOf } from '#imagery/traits/derived/trial-design.ts'
import { FIELD_TOO_SMALL, whyNoPlaces } from '#imagery/traits/derived/why-none.ts'
import { useView } from '#web/lib/view.ts'
import { AnalysisState } from '../analysis/analysis-state.tsx'
import type { Spatial } from '../analysis/jobs.ts'
import type { PlotFacts } from '../analysis/plot-facts.ts'
import { type Analysis, useAnalysis } from '../analysis/use-analysis.ts'
import { type SeriesOfTrait } from '../analysis/use-series.ts'
import { inFileName } from '../messages.ts'
import { pointAt } from '../workspace/pointed-plots.ts'
import { useDay } from '../workspace/use-day.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { GenotypeControls } from './genotype-controls.tsx'
import { GenotypeTable } from './genotype-table.tsx'
import { GenotypeWorkbook } from './genotype-workbook.tsx'
import { RankAgreement } from './rank-agreement.tsx'
import { RankedMeans } from './ranked-means.tsx'
import { SpatialMaps } from './spatial-maps.tsx'
import { TraitCorrelations } from './trait-correlations.tsx'
import { Trust } from './trust.tsx'
import { VarianceFigures } from './variance-figures.tsx'

type OverviewProps = { workspace: Workspace; trait: SeriesOfTrait }

/** All genotypes: what can be trusted, their means and differences, and what the field adds. */
export function GenotypesOverview({ workspace, trait: { plots: all, series, key, note } }: OverviewProps) {
  const { trial, title, trait, dates } = workspace
  const [view, show] = useView()
  const day = useDay(workspace)
  const at = day ? dates.indexOf(day) : 0
  const values = useMemo(() => series.map((one) => one[at] ?? null), [series, at])
  const choice = useMemo(() => choiceFrom((name) => view.get(name), treatmentsOf(all)), [view, all])
  const { plots, genotypes, check } = useMemo(() => chosenOf(all, choice), [all, choice])
  const modelKey = [key, choice.treatments, choice.hasBlocks]
  const { spatial, given, whyNot } = useSpatial({ plots, genotypes, check, values, of: [...modelKey, day?.flightId] })
  const fixed = spatial.data?.fixed ?? null
  const isAdjusted = choice.isAdjusted && fixed !== null
  const comparison = useAnalysis(
    'genotypes',
    [...modelKey, day?.flightId, check, choice.rate, fixed !== null, isAdjusted],
    () => ({ plots, values, spatial: fixed, isAdjusted, check, rate: choice.rate }),
  )
  if (!day) return null
  const label = day.takenOn === null ? `${title} of genotypes` : `${title} of genotypes on ${dateText(day.date)}`
  const fileName = `${inFileName(trial.name)}_${trait.trait}`
  const chooseGenotype = (name: string) =>
    show({ genotype: all[plots.findIndex((plot) => plot.genotype === name)]?.genotype ?? null })
  const whenUsed = { onChoose: chooseGenotype, onPoint: (name: string | null) => pointAt(plotsOf(plots, name)) }
  const isByTreatment = choice.treatments === 'each'
  return (
    <>
      <GenotypeControls
        {...{ dates, genotypes, check, note }}
        date={day.date}
        hasAdjusted={fixed !== null}
        plots={all}
      />
      {comparison.data && (
        <RankedMeans {...{ isAdjusted, title, ...whenUsed }} unit={trait.unit} comparison={comparison.data} />
      )}
      {!isByTreatment && <Trust {...{ workspace, plots, series }} date={day.date} seriesKey={modelKey} />}
      <AnalysisState label="Comparing genotypes" analysis={comparison}>
        {(found) => (
          <>
            {!isByTreatment && <VarianceFigures comparison={found} unit={trait.unit} date={day.date} />}
            <GenotypeTable
              {...{ label, isAdjusted, check, plots, ...whenUsed }}
              comparison={found}
              rate={choice.rate}
              unit={trait.unit}
              hasAdjusted={fixed !== null}
              hasEffects={!isByTreatment}
              fileName={`${fileName}_${day.date}_genotypes.csv`}
              workbook={
                <GenotypeWorkbook
                  workspace={workspace}
                  choice={{ ...choice, isAdjusted, check }}
                  fileName={`${fileName}_genotypes.xlsx`}
                />
              }
            />
          </>
        )}
      </AnalysisState>
      {whyNot === undefined ? (
        <Adjusted {...{ spatial, label, plots, given }} unit={trait.unit} />
      ) : (
        <p className="text-sm text-muted">There are no adjusted means. {whyNot}</p>
      )}
      {dates.length > 1 && <RankAgreement {...{ dates, plots, genotypes, series }} of={modelKey} />}
      <TraitCorrelations {...{ workspace, values }} date={day.date} />
    </>
  )
}

const plotsOf = (plots: readonly PlotFacts[], name: string | null): string[] =>
  plots.flatMap(({ plotId, genotype }) => (name !== null && genotype === name ? [plotId] : []))

type SpatialInput = {
  plots: readonly PlotFacts[]
  genotypes: readonly string[]
  check: string | null
  values: readonly (number | null)[]
  /** Names what is computed. */
  of: readonly unknown[]
}

/** Means adjusted for the places of plots, the plots that they are made of, or why there are none. */
function useSpatial({ plots, genotypes, check, values, of }: SpatialInput) {
  const compared = comparedInField(genotypes, check)
  const whyNot = whyNoPlaces(plots, FIELD_PLOTS_MAX)
  const given = useMemo(
    () =>
      plots.flatMap(({ genotype, row, column }, index) =>
        genotype !== null && row !== null && column !== null ? [index] : [],
      ),
    [plots],
  )
  const spatial = useAnalysis(
    'spatial',
    [...of, compared],
    whyNot === undefined ? () => ({ compared, plots: fieldPlotsOf(plots, values) }) : null,
  )
  return { spatial, given, whyNot }
}

type AdjustedProps = Omit<ComponentProps<typeof SpatialMaps>, 'spatial'> & { spatial: Analysis<Spatial | null> }

const Adjusted = ({ spatial, ...maps }: AdjustedProps) => (
  <AnalysisState label="Adjusting means for the places of plots" analysis={spatial}>
    {(found) =>
      found ? (
        <>
          <p className="max-w-prose text-sm text-muted">
            Adjusted means take out what the place of a plot adds: rows, columns and a smooth surface (P-splines in two
            dimensions, variances by REML).
            {found.heritability !== null &&
              ` Generalised heritability of adjusted means: ${found.heritability.toFixed(2)}.`}
            {!found.fixed.isSettled && ' The fit has not settled; take these values with care.'}
          </p>
          <SpatialMaps {...maps} spatial={found.fixed} />
        </>
      ) : (
        <p className="text-sm text-muted">There are no adjusted means. {FIELD_TOO_SMALL}</p>
      )
    }
  </AnalysisState>
)

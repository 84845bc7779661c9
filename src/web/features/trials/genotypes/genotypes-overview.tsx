import { type ReactNode, useMemo } from 'react'
import { LETTERED_MAX } from '#imagery/traits/derived/letters.ts'
import { FIELD_PLOTS_MAX } from '#imagery/traits/derived/spatial-means.ts'
import { useView } from '#web/lib/view.ts'
import { AnalysisState } from '../analysis/analysis-state.tsx'
import type { Spatial } from '../analysis/jobs.ts'
import { checksOf, genotypesOf } from '../analysis/plot-facts.ts'
import { type Analysis, useAnalysis } from '../analysis/use-analysis.ts'
import { type SeriesOfTrait } from '../analysis/use-series.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { compareGenotypes } from './compare.ts'
import { GenotypeControls } from './genotype-controls.tsx'
import { GenotypeTable } from './genotype-table.tsx'
import { RankAgreement } from './rank-agreement.tsx'
import { meansByDate } from './ranks.ts'
import { SpatialMaps } from './spatial-maps.tsx'
import { TraitCorrelations } from './trait-correlations.tsx'
import { Trust } from './trust.tsx'
import { FIELD_TOO_SMALL, whyNoPlaces } from './why-none.ts'

type OverviewProps = { workspace: Workspace; trait: SeriesOfTrait }

/** All genotypes: what can be trusted, their means and differences, and what the field adds. */
export function GenotypesOverview({ workspace, trait: { plots, series, key, note } }: OverviewProps) {
  const { trial, title, trait, dates } = workspace
  const [view, show] = useView()
  const day = dates.find(({ date }) => date === view.get('date')) ?? dates.at(-1)
  const at = day ? dates.indexOf(day) : 0
  const values = useMemo(() => series.map((one) => one[at] ?? null), [series, at])
  const genotypes = useMemo(() => genotypesOf(plots), [plots])
  const checks = useMemo(() => checksOf(plots), [plots])
  const asked = view.get('check')
  const check = genotypes.find((name) => name === asked) ?? checks[0] ?? null
  const compared = genotypes.length <= LETTERED_MAX ? genotypes : check === null ? [] : [check]
  const whyNot = whyNoPlaces(plots, FIELD_PLOTS_MAX)
  const given = useMemo(
    () =>
      plots.flatMap(({ genotype, row, column }, index) => (genotype && row !== null && column !== null ? [index] : [])),
    [plots],
  )
  const spatial = useAnalysis(
    'spatial',
    [key, day?.flightId, compared],
    whyNot === undefined
      ? () => ({
          compared,
          plots: given.map((index) => ({
            genotype: plots[index]?.genotype ?? '',
            row: plots[index]?.row ?? Number.NaN,
            column: plots[index]?.column ?? Number.NaN,
            value: values[index] ?? Number.NaN,
          })),
        })
      : null,
  )
  const fixed = spatial.data?.fixed ?? null
  const isAdjusted = view.get('means') === 'adjusted' && fixed !== null
  const comparison = useMemo(
    () => compareGenotypes({ plots, values, spatial: fixed, isAdjusted, check }),
    [plots, values, fixed, isAdjusted, check],
  )
  const means = useMemo(
    () => meansByDate(plots, series, { genotypes, dates: dates.length }),
    [plots, series, genotypes, dates.length],
  )
  if (!day) return null
  const label = `${title} of genotypes on ${day.date}`
  return (
    <>
      <GenotypeControls {...{ dates, genotypes, check, note }} date={day.date} hasAdjusted={fixed !== null} />
      <Trust {...{ workspace, plots, series }} date={day.date} seriesKey={key} />
      <GenotypeTable
        {...{ label, comparison, isAdjusted, check }}
        unit={trait.unit}
        hasAdjusted={fixed !== null}
        fileName={`${trial.name.replace(/[^\p{L}\p{N}-]+/gu, '_')}_${trait.trait}_${day.date}_genotypes.csv`}
        onChoose={(genotype) => show({ genotype })}
      />
      {whyNot === undefined ? (
        <Adjusted spatial={spatial}>
          {(found) => (
            <SpatialMaps
              {...{ label, plots, given }}
              unit={trait.unit}
              spatial={found}
              chosen={view.get('plot')}
              onChoose={(plotId) => show({ plot: plotId })}
            />
          )}
        </Adjusted>
      ) : (
        <p className="text-sm text-muted">There are no adjusted means. {whyNot}</p>
      )}
      {dates.length > 1 && <RankAgreement dates={dates} means={means} />}
      <TraitCorrelations {...{ workspace, values }} date={day.date} />
    </>
  )
}

type AdjustedProps = {
  spatial: Analysis<Spatial | null>
  children: (fixed: Spatial['fixed']) => ReactNode
}

const Adjusted = ({ spatial, children }: AdjustedProps) => (
  <AnalysisState label="Adjusting means for the places of plots" analysis={spatial}>
    {(found) =>
      found ? (
        <>
          <p className="max-w-prose text-sm text-muted">
            Adjusted means take out what the place of a plot adds: rows, columns and a smooth surface (P-splines in two
            dimensions, variances by REML).
            {found.heritability !== null &&
              ` Generalised heritability of adjusted means: ${found.heritability.toFixed(2)}.`}
            {!found.fixed.isConverged && ' The fit has not settled; take these values with care.'}
          </p>
          {children(found.fixed)}
        </>
      ) : (
        <p className="text-sm text-muted">There are no adjusted means. {FIELD_TOO_SMALL}</p>
      )
    }
  </AnalysisState>
)

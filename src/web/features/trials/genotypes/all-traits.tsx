import { dateText } from '#domain/dates.ts'
import { useView } from '#web/lib/view.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { AnalysisState } from '../analysis/analysis-state.tsx'
import { STANDING_COLUMNS } from '../analysis/figure-columns.ts'
import { type FigureColumn, FigureTable } from '../analysis/figure-table.tsx'
import type { PlotFacts } from '../analysis/plot-facts.ts'
import { type Standing, standingOf } from '../analysis/standing.ts'
import type { TraitValues } from '../analysis/trait-values.ts'
import { useAllValues } from '../analysis/use-all-values.ts'
import { useAnalysis } from '../analysis/use-analysis.ts'
import { figureText } from '../messages.ts'
import { nameOf } from '../workspace/trait-names.ts'
import type { Trait, Workspace } from '../workspace/workspace.ts'

type AllTraitsProps = {
  workspace: Workspace
  plots: readonly PlotFacts[]
  genotypes: readonly string[]
  genotype: string
  /** Names the values. */
  seriesKey: readonly unknown[]
}

/** Where a genotype stands in each trait on a date; on request, because all values are loaded for it. */
export function AllTraits({ workspace, plots, genotypes, genotype, seriesKey }: AllTraitsProps) {
  const { days } = workspace
  const [view, show] = useView()
  const isWanted = view.get('traits') === 'all'
  const all = useAllValues(workspace, isWanted)
  const found = days.findIndex(({ date }) => date === view.get('date'))
  const at = found < 0 ? days.length - 1 : found
  if (!isWanted)
    return (
      <Button variant="secondary" size="small" className="self-start" onClick={() => show({ traits: 'all' })}>
        Compare all traits
      </Button>
    )
  return (
    <div className="flex flex-col gap-4">
      <Select
        label="Date"
        className="max-w-60"
        value={days[at]?.date ?? ''}
        options={days.map(({ date }) => ({ value: date, label: dateText(date) }))}
        onChange={({ target }) => show({ date: target.value })}
      />
      <AnalysisState label="Loading all traits" analysis={all}>
        {(values) => (
          <TraitsTable
            {...{ plots, genotypes, genotype, values, at }}
            seriesKey={[...seriesKey, view.get('stat'), view.get('scope')]}
          />
        )}
      </AnalysisState>
    </div>
  )
}

type TraitRow = { trait: Trait; standing: Standing | null }

type TraitsTableProps = Omit<AllTraitsProps, 'workspace'> & { values: readonly TraitValues[]; at: number }

function TraitsTable({ plots, genotypes, genotype, seriesKey, values, at }: TraitsTableProps) {
  const [, show] = useView()
  const measured = values.flatMap(({ trait, byDay }) => (byDay[at] ? [{ trait, values: byDay[at] }] : []))
  const means = useAnalysis('means', [...seriesKey, 'all traits', at], () => ({
    plots,
    genotypes,
    series: measured.map((one) => one.values),
  }))
  return (
    <AnalysisState label="Computing the means of genotypes" analysis={means}>
      {(found) => (
        <FigureTable
          label={`All traits of ${genotype}`}
          orderBy="traitsBy"
          columns={COLUMNS}
          rows={measured.map(
            ({ trait }, index): TraitRow => ({
              trait,
              standing: standingOf(found[index] ?? [], genotypes.indexOf(genotype)),
            }),
          )}
          idOf={({ trait }) => trait.trait}
          onChoose={(trait) => show({ trait })}
        />
      )}
    </AnalysisState>
  )
}

const COLUMNS: FigureColumn<TraitRow>[] = [
  { id: 'trait', title: 'Trait', isText: true, value: ({ trait }) => nameOf(trait) },
  {
    id: 'mean',
    title: 'Mean',
    value: ({ standing }) => standing?.value ?? null,
    text: ({ trait: { unit }, standing }) => figureText(standing?.value, unit),
  },
  ...STANDING_COLUMNS,
]

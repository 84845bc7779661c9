import { dateText } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import { recordedColumn } from '#imagery/plot-values/recorded-traits.ts'
import type { Association, WhyNoAssociation } from '#imagery/traits/derived/correlations.ts'
import { useView } from '#web/lib/view.ts'
import { AnalysisState } from '../analysis/analysis-state.tsx'
import { FigureFile } from '../analysis/figure-file.tsx'
import { FigureTable } from '../analysis/figure-table.tsx'
import type { TraitValues } from '../analysis/trait-values.ts'
import { useAllValues } from '../analysis/use-all-values.ts'
import { useAnalysis } from '../analysis/use-analysis.ts'
import { useExcluded } from '../analysis/use-excluded.ts'
import { type HeatCell, HeatTable } from '../genotypes/heat-table.tsx'
import { inFileName } from '../messages.ts'
import type { TableColumn } from '../table/table-model.ts'
import { onDate, placeOfDate } from '../workspace/days.ts'
import { withDaysAfterPlanting } from '../workspace/planting.ts'
import { nameOf, shortNameOf } from '../workspace/trait-names.ts'
import { useDay } from '../workspace/use-day.ts'
import { useShowTrait } from '../workspace/use-show-trait.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { type AssociationRow, associationColumns } from './association-columns.tsx'
import { ScatterChart } from './scatter-chart.tsx'

type AssociationsProps = {
  workspace: Workspace
  column: TableColumn
  /** Names the numbers of the column. */
  columnKey: readonly unknown[]
}

export function Associations(props: AssociationsProps) {
  const all = useAllValues(props.workspace, true)
  return (
    <AnalysisState label="Loading all traits" analysis={all}>
      {(traits) => <AssociationsOf {...props} traits={othersOf(props, traits)} />}
    </AnalysisState>
  )
}

/** All but the column itself. */
function othersOf({ workspace, column: { own } }: AssociationsProps, all: readonly TraitValues[]): TraitValues[] {
  const traits = withDaysAfterPlanting(workspace, all)
  if (!own) return traits
  const itself = recordedColumn(own).trait
  const day = placeOfDate(workspace.days, own.takenOn)
  return traits
    .map((one) =>
      one.trait.trait === itself
        ? { ...one, byDay: one.byDay.map((values, at) => (at === day ? undefined : values)) }
        : one,
    )
    .filter(({ byDay }) => byDay.some((values) => values))
}

type Traits = { traits: readonly TraitValues[] }

function AssociationsOf(props: AssociationsProps & Traits) {
  const { workspace, column, columnKey, traits } = props
  const [view] = useView()
  const excluded = useExcluded(workspace.trial.trialId)
  const of = [workspace.measurement?.measurementId ?? null, view.get('stat'), view.get('scope'), excluded.key]
  const key = [...of, workspace.inputsKey, ...columnKey]
  const analysis = useAnalysis('associations', key, () => ({
    column: Float64Array.from(column.cells, (cell) => (typeof cell === 'number' ? cell : Number.NaN)),
    series: traits.flatMap(({ byDay }) => byDay.flatMap((values) => (values ? [numbersOf(values)] : []))),
  }))
  return (
    <AnalysisState label="Computing correlations" analysis={analysis}>
      {(found) => <AssociationReport {...props} found={found} />}
    </AnalysisState>
  )
}

const idOf = ({ trait, date }: Pick<AssociationRow, 'trait' | 'date'>): string => `${trait.trait} ${date}`

type ReportProps = AssociationsProps & Traits & { found: readonly (Association | WhyNoAssociation)[] }

function AssociationReport({ workspace, column, traits, found }: ReportProps) {
  const { trial, trait: shown, days } = workspace
  const [, show] = useView()
  const showTrait = useShowTrait(workspace)
  const rows = rowsOf(traits, days, found)
  const byId = new Map(rows.map((row) => [idOf(row), row]))
  const title = displayName(column.title)
  const day = useDay(workspace)
  const chosen = day && byId.get(idOf({ trait: shown, date: day.date }))
  const columns = associationColumns(title)
  const choose = (id: string) => {
    show({ date: byId.get(id)?.date ?? null })
    showTrait(byId.get(id)?.trait.trait)
  }
  return (
    <>
      <p className="text-sm text-muted">
        Each trait on each date against {title}, plot by plot, without excluded plots; the closest first. Of so many,
        some are far from 0 by chance.
      </p>
      <div className="grid items-start gap-6 @4xl:grid-cols-[fit-content(60%)_minmax(20rem,1fr)]">
        <Matrix label={`Correlation with ${title} by date`} {...{ traits, days, byId, chosen }} onChoose={choose} />
        {chosen && (
          <ScatterChart
            title={`${title} and ${shortNameOf(shown)}${onDate(chosen.date)}`}
            plotIds={workspace.plots.map(({ plotId }) => plotId)}
            xs={chosen.values}
            ys={column.cells}
            xTitle={`${shortNameOf(shown)}${onDate(chosen.date)}`}
            yTitle={title}
            found={chosen.found}
            onChoose={(plotId) => show({ plot: plotId })}
          />
        )}
      </div>
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
          <p className="max-w-prose text-sm text-muted">
            Choose a row to see its plots above. Intervals are 95 %, by Fisher’s z, for the coefficient of Pearson.
          </p>
          <FigureFile
            what={`correlations with ${title}`}
            fileName={`${inFileName(trial.name)}_correlations.csv`}
            columns={columns}
            rows={rows}
          />
        </div>
        <FigureTable
          label={`Correlations with ${title}`}
          orderBy="by"
          columns={columns}
          rows={rows}
          idOf={idOf}
          chosen={chosen ? idOf(chosen) : null}
          onChoose={choose}
        />
      </div>
    </>
  )
}

type MatrixProps = Traits & {
  label: string
  days: Workspace['days']
  byId: ReadonlyMap<string, AssociationRow>
  chosen: AssociationRow | undefined
  onChoose: (id: string) => void
}

/** Traits by dates, the trait that is closest on any date first. */
function Matrix({ label, traits, days, byId, chosen, onChoose }: MatrixProps) {
  const [view] = useView()
  const isOfRanks = view.get('coefficient') === 'spearman'
  const shown = days.filter((_, at) => traits.some(({ byDay }) => byDay[at]))
  const rows = traits.map(({ trait }) => {
    const cells = shown.map(({ date }): HeatCell => {
      const row = byId.get(idOf({ trait, date }))
      if (!row || typeof row.found === 'string') return null
      const { n, pearson, spearman } = row.found
      const r = isOfRanks ? spearman : pearson
      return { r, hint: `${n} plots`, isChosen: row === chosen, onChoose: () => onChoose(idOf(row)) }
    })
    return { id: trait.trait, title: shortNameOf(trait), hint: nameOf(trait), cells }
  })
  return (
    <HeatTable
      label={label}
      corner="Trait"
      columns={shown.map(({ id, date }) => ({ id, title: dateText(date) }))}
      rows={rows.toSorted((one, other) => most(other.cells) - most(one.cells))}
    />
  )
}

/** A loop, because 30 traits on 20 flights have more than a million values. */
function numbersOf(values: readonly (number | null)[]): Float64Array {
  const numbers = new Float64Array(values.length)
  for (let at = 0; at < values.length; at += 1) numbers[at] = values[at] ?? Number.NaN
  return numbers
}

/** In the order in which the worker got them. */
function rowsOf(traits: readonly TraitValues[], days: Workspace['days'], found: ReportProps['found']) {
  const next = found.values()
  return traits.flatMap(({ trait, byDay }) =>
    byDay.flatMap((values, day): AssociationRow[] => {
      const date = days[day]?.date
      const one = values && next.next().value
      return values && one !== undefined && date !== undefined ? [{ trait, date, values, found: one }] : []
    }),
  )
}

/** Of a row, how far its cell that is furthest from 0 is. */
const most = (cells: readonly HeatCell[]): number => Math.max(0, ...cells.map((cell) => Math.abs(cell?.r ?? 0)))

import { useState } from 'react'
import { dateText } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import { QueryFailed } from '#web/lib/query-failed.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { AnalysisState } from '../analysis/analysis-state.tsx'
import { figureColumn } from '../analysis/figure-columns.ts'
import { FigureFile } from '../analysis/figure-file.tsx'
import { type FigureColumn, FigureTable } from '../analysis/figure-table.tsx'
import type { ColumnComparison } from '../analysis/jobs.ts'
import { useAnalysis } from '../analysis/use-analysis.ts'
import { inFileName, SCOPE_NAMES, STAT_NAMES, unitText } from '../messages.ts'
import { useValuesOf } from '../trial-queries.ts'
import type { MeasuredWorkspace } from '../workspace/workspace.ts'
import type { Compared, ReportRow } from './compared-column.tsx'
import { ComparedColumn } from './compared-column.tsx'
import { findingText, reasonsOf } from './finding-texts.ts'
import { titleOf } from './match-list.tsx'

type ComparisonReportProps = { workspace: MeasuredWorkspace; tableKey: number; compared: readonly Compared[] }

/** How each column agrees with what was measured. */
export function ComparisonReport({ workspace, tableKey, compared }: ComparisonReportProps) {
  const { trial, measurement, plots } = workspace
  const { measurementId } = measurement
  const loaded = useValuesOf(compared.map(({ match }) => ({ measurementId, ...match })))
  const failed = loaded.find(({ isError }) => isError)
  const isLoaded = loaded.every(({ data }) => data !== undefined)
  const analysis = useAnalysis(
    'comparison',
    [trial.trialId, measurementId, tableKey, compared.map(({ at, match }) => [at, match])],
    isLoaded
      ? () => ({
          plotIds: plots.map(({ plotId }) => plotId),
          columns: compared.map(({ column }, at) => ({
            ours: loaded[at]?.data?.values ?? [],
            theirs: column.values,
          })),
        })
      : null,
  )
  if (failed) return <QueryFailed title="The values could not be loaded" query={failed} />
  if (!isLoaded) return <Skeleton className="h-60 w-full" />
  return (
    <AnalysisState label="Comparing the columns" analysis={analysis}>
      {(comparisons) => (
        <Report
          workspace={workspace}
          rows={compared.flatMap((one, at) => {
            const [comparison, data] = [comparisons[at], loaded[at]?.data]
            return comparison && data ? [{ ...one, comparison, ours: data.values, unit: data.unit }] : []
          })}
        />
      )}
    </AnalysisState>
  )
}

function Report({ workspace, rows }: { workspace: MeasuredWorkspace; rows: readonly ReportRow[] }) {
  const { trial, measurement } = workspace
  const [chosenAt, choose] = useState<string | null>(null)
  const chosen = rows.find(({ at }) => String(at) === chosenAt) ?? rows[0]
  const columns = reportColumns(workspace)
  const name = inFileName(trial.name)
  return (
    <section aria-label="How they agree" className="flex min-w-0 flex-col gap-6">
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
          <h3 className="font-semibold">How they agree</h3>
          <FigureFile
            what="how they agree"
            fileName={`${name}_agreement.csv`}
            columns={[...columns, whyColumn(measurement)]}
            rows={rows}
          />
        </div>
        <p className="max-w-prose text-sm text-muted">
          r, slope and intercept are of a straight line through your values over those measured here. A difference is
          your value minus the one measured here.
        </p>
        <FigureTable
          label="How they agree"
          orderBy="agree"
          columns={columns}
          rows={rows}
          idOf={({ at }) => String(at)}
          chosen={chosen ? String(chosen.at) : null}
          onChoose={choose}
        />
      </div>
      {chosen && <ComparedColumn key={chosen.at} workspace={workspace} row={chosen} fileName={name} />}
    </section>
  )
}

const rounded = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value.toPrecision(6))

type AgreementNumber = (agreement: NonNullable<ColumnComparison['agreement']>) => number | null

const number = (id: string, title: string, of: AgreementNumber): FigureColumn<ReportRow> =>
  figureColumn(id, title, { unit: '1', of: ({ comparison: { agreement } }) => rounded(agreement && of(agreement)) })

function reportColumns({ trial, measurement }: MeasuredWorkspace): FigureColumn<ReportRow>[] {
  const dateOf = ({ match }: ReportRow) =>
    trial.flights.find(({ trialFlightId }) => trialFlightId === match.flightId)?.moment ?? null
  return [
    {
      id: 'column',
      title: 'Your column',
      value: ({ column }) => titleOf(column),
      text: ({ column }) => dateText(displayName(titleOf(column))),
      isText: true,
    },
    { id: 'trait', title: 'Compared with', value: (row) => traitText(row), isText: true },
    {
      id: 'date',
      title: 'Date',
      value: dateOf,
      text: (row) => <span className="whitespace-nowrap">{dateText(dateOf(row) ?? '')}</span>,
      isText: true,
    },
    {
      id: 'words',
      title: 'In words',
      value: ({ comparison, unit }) => findingText(comparison, unit),
      text: ({ comparison, unit }) => <span className="block min-w-60">{findingText(comparison, unit)}</span>,
      isText: true,
    },
    {
      id: 'unit',
      title: 'Unit',
      value: ({ match }) => unitText(measurement.measured.find(({ trait }) => trait === match.trait)?.unit ?? ''),
      isText: true,
    },
    { id: 'n', title: 'Plots in both', value: ({ comparison }) => comparison.agreement?.n ?? 0 },
    { id: 'here', title: 'Only here', value: ({ comparison }) => comparison.onlyOurs.length },
    { id: 'there', title: 'Only in your table', value: ({ comparison }) => comparison.onlyTheirs.length },
    number('r', 'r', ({ r }) => r),
    number('slope', 'Slope', ({ slope }) => slope),
    number('intercept', 'Intercept', ({ intercept }) => intercept),
    number('mean', 'Mean difference', ({ meanDifference }) => meanDifference),
    number('rmse', 'RMSE', ({ rmse }) => rmse),
  ]
}

const traitText = ({ match: { trait, stat, scope } }: ReportRow): string =>
  `${trait}, ${STAT_NAMES[stat].toLowerCase()}, ${SCOPE_NAMES[scope].toLowerCase()}`

/** In the file only: the screen says it for one column at a time. */
const whyColumn = (measurement: MeasuredWorkspace['measurement']): FigureColumn<ReportRow> => ({
  id: 'why',
  title: 'Why they may differ',
  value: ({ comparison, match }) => reasonsOf(comparison, match, measurement).join(' '),
})

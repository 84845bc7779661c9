import { useMemo, useState } from 'react'
import { dateText } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import type { Agreement } from '#imagery/comparison/compare-values.ts'
import { knownDifferenceOf } from '#imagery/comparison/known-differences.ts'
import type { JoinedColumn } from '#imagery/plot-values/join-values.ts'
import { optionsOf, Select } from '#web/ui/form/select.tsx'
import { FigureFile } from '../analysis/figure-file.tsx'
import { type FigureColumn, FigureTable } from '../analysis/figure-table.tsx'
import type { ColumnComparison } from '../analysis/jobs.ts'
import { unitText, valueText } from '../messages.ts'
import { Disclosure } from '../workspace/disclosure.tsx'
import type { MeasuredWorkspace } from '../workspace/workspace.ts'
import { AgreementChart, type ChartKind } from './agreement-chart.tsx'
import type { WholeMatch } from './column-matches.ts'
import { findingText, reasonsOf } from './finding-texts.ts'
import { titleOf } from './match-list.tsx'

type ComparedColumnProps = { workspace: MeasuredWorkspace; row: ReportRow; fileName: string }

const CHARTS = optionsOf({
  values: 'Your values over those here',
  differences: 'Differences over means (Bland-Altman)',
})

/** One column plot by plot: a chart, the plots that differ most, and why. */
export function ComparedColumn({ workspace, row, fileName }: ComparedColumnProps) {
  const { measurement } = workspace
  const { column, match, comparison, ours, unit } = row
  const [kind, setKind] = useState<ChartKind>('values')
  const title = dateText(displayName(titleOf(column)))
  const reasons = reasonsOf(comparison, match, measurement)
  const known = knownDifferenceOf(column.name)
  const { agreement, theirs } = comparison
  return (
    <section aria-label={`Plots of ${title}`} className="flex min-w-0 flex-col gap-4 border-t border-line pt-6">
      <h3 className="font-semibold">
        <bdi>{title}</bdi> and {match.trait}, plot by plot
      </h3>
      <div className="flex max-w-prose flex-col gap-2 text-sm">
        <p>{findingText(comparison, unit)}</p>
        {known && (
          <p>
            {known.tool}: {known.name} is {known.written}. {known.right}
          </p>
        )}
      </div>
      {reasons.length > 0 && (
        <Disclosure summary={`What may make the difference (${reasons.length})`}>
          <ul className="flex max-w-prose list-disc flex-col gap-1 pl-5">
            {reasons.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Disclosure>
      )}
      {agreement && (
        <div className="grid gap-6 @4xl:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-3">
            <Select
              label="Chart"
              value={kind}
              options={CHARTS}
              onChange={({ target }) => setKind(target.value === 'differences' ? 'differences' : 'values')}
            />
            <AgreementChart {...{ kind, ours, theirs, agreement, unit }} />
            <p className="text-xs text-muted">{captionOf(kind, agreement, unit)}</p>
          </div>
          <PlotDifferences {...{ workspace, row, fileName }} />
        </div>
      )}
      <OnlyIn title="Only here" places={comparison.onlyOurs} workspace={workspace} />
      <OnlyIn title="Only in your table" places={comparison.onlyTheirs} workspace={workspace} />
    </section>
  )
}

function captionOf(kind: ChartKind, { meanDifference, limits }: Agreement, unit: string): string {
  if (kind === 'values') return 'A point is a plot. On the dotted line both are the same.'
  const text = (value: number) => `${valueText(value, '1')} ${unitText(unit)}`.trim()
  return `A point is a plot. Lines: the mean difference, ${text(meanDifference)}${limits ? `, and 1.96 standard deviations around it, ${text(limits[0])} to ${text(limits[1])}` : ''}.`
}

type PlotRow = { plotId: string; our: number; their: number }

const PLOT_COLUMNS: readonly FigureColumn<PlotRow>[] = [
  { id: 'plot', title: 'Plot', value: ({ plotId }) => plotId, text: ({ plotId }) => displayName(plotId), isText: true },
  numberColumn('here', 'Here', ({ our }) => our),
  numberColumn('there', 'Your table', ({ their }) => their),
  numberColumn('difference', 'Difference', ({ our, their }) => their - our),
]

function numberColumn(id: string, title: string, value: (row: PlotRow) => number): FigureColumn<PlotRow> {
  return { id, title, value: (row) => Number(value(row).toPrecision(7)), text: (row) => valueText(value(row), '1') }
}

/** Those that differ most come first. */
function PlotDifferences({ workspace, row, fileName }: ComparedColumnProps) {
  const { plots } = workspace
  const { ours, comparison, match } = row
  const rows = useMemo(
    () =>
      plots
        .flatMap(({ plotId }, at): PlotRow[] => {
          const [our, their] = [ours[at] ?? null, comparison.theirs[at] ?? null]
          return our === null || their === null ? [] : [{ plotId, our, their }]
        })
        .toSorted((one, other) => Math.abs(other.their - other.our) - Math.abs(one.their - one.our)),
    [plots, ours, comparison],
  )
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <p className="text-sm text-muted">The largest differences come first.</p>
        <FigureFile
          what="these plots"
          fileName={`${fileName}_${match.trait}_differences.csv`}
          columns={PLOT_COLUMNS}
          rows={rows}
        />
      </div>
      <FigureTable
        label="Differences of plots"
        orderBy="apart"
        columns={PLOT_COLUMNS}
        rows={rows}
        idOf={({ plotId }) => plotId}
      />
    </div>
  )
}

const NAMED_MAX = 50

type OnlyInProps = { title: string; places: readonly number[]; workspace: MeasuredWorkspace }

const OnlyIn = ({ title, places, workspace: { plots } }: OnlyInProps) =>
  places.length > 0 && (
    <p className="max-w-prose text-sm wrap-anywhere">
      {title} ({places.length.toLocaleString('en')}):{' '}
      <bdi className="text-muted">
        {places
          .slice(0, NAMED_MAX)
          .map((at) => displayName(plots[at]?.plotId ?? ''))
          .join(', ')}
        {places.length > NAMED_MAX && ' …'}
      </bdi>
    </p>
  )

/** A column that is compared, and its place in the table. */
export type Compared = { at: number; column: JoinedColumn; match: WholeMatch }
export type ReportRow = Compared & { comparison: ColumnComparison; ours: readonly (number | null)[]; unit: string }

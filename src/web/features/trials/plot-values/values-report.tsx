import { dateText } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import type { JoinedColumn, JoinedValues } from '#imagery/plot-values/join-values.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'

type ValuesReportProps = {
  joined: JoinedValues
  count: number
  /** Places of columns that are not taken. */
  left: ReadonlySet<number>
  onLeave: (at: number, isLeft: boolean) => void
}

const NAMED_MAX = 10

const TWICE = {
  latest: 'Twice for a plot; the latest counts. Left out',
  first: 'Twice for a plot; the first counts. Left out',
} satisfies Record<JoinedColumn['counts'], string>

/** What each column brings, and all that fits no plot. */
export const ValuesReport = ({ joined: { by, columns }, count, left, onLeave }: ValuesReportProps) => (
  <section aria-label="Report" className="flex flex-col gap-2 text-sm">
    <p className="font-semibold">Matched by {by}</p>
    <ul className="divide-y divide-line border-y border-line">
      {columns.map((column, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two columns may have one name
        <li key={at} className="flex flex-col gap-1 py-1.5">
          <Checkbox
            label={<bdi>{displayName(titleOf(column))}</bdi>}
            checked={column.problem === undefined && !left.has(at)}
            disabled={column.problem !== undefined}
            onChange={({ target }) => onLeave(at, !target.checked)}
          />
          <p className="pl-8 text-muted">
            {column.problem ?? foundIn(column, count)}
            {column.problem === undefined && <Example column={column} />}
          </p>
          <Lines title="For no plot of this trial" lines={column.unmatched} />
          <Lines title={TWICE[column.counts]} lines={column.duplicates} />
          <Lines
            title="Neither numbers nor dates, kept as texts"
            lines={column.texts.some}
            count={column.texts.count}
          />
          {column.blanks > 0 && <p className="pl-8">{blanksText(column.blanks)}</p>}
          {column.marks.count > 0 && <p className="pl-8">{marksText(column.marks)}</p>}
          {column.problem === undefined && <Lines title="Plots without a value" lines={column.missing} />}
        </li>
      ))}
    </ul>
  </section>
)

const titleOf = ({ name, unit, takenOn }: JoinedColumn): string =>
  [unit === undefined ? name : `${name}, ${unit}`, takenOn && dateText(takenOn)].filter(Boolean).join(' ')

const foundIn = ({ values, days }: JoinedColumn, count: number): string =>
  `Values for ${values.length.toLocaleString('en')} of ${count.toLocaleString('en')} plots${days ? `, taken from ${dateText(days.first)} to ${dateText(days.last)}, kept without a date` : ''}`

const blanksText = (blanks: number): string =>
  `${blanks.toLocaleString('en')} ${blanks === 1 ? 'line has' : 'lines have'} no value (empty or NA) and ${blanks === 1 ? 'changes' : 'change'} nothing`

const marksText = ({ count, some }: JoinedColumn['marks']): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'plot has' : 'plots have'} ${some.join(' or ')}, which counts as no value`

const Example = ({ column: { values } }: { column: JoinedColumn }) => (
  <>
    ; first:{' '}
    <bdi>
      {values
        .slice(0, 3)
        .map(({ plotId, value }) => `${displayName(plotId)} ${displayName(String(value))}`)
        .join(', ')}
    </bdi>
  </>
)

type LinesProps = { title: string; lines: readonly string[] /** When not all are in the list. */; count?: number }

const Lines = ({ title, lines, count = lines.length }: LinesProps) =>
  lines.length > 0 && (
    <p className="pl-8 wrap-anywhere">
      {title}: {count.toLocaleString('en')}{' '}
      <span className="text-muted">
        (<bdi>{lines.slice(0, NAMED_MAX).map(displayName).join(', ')}</bdi>
        {lines.length > NAMED_MAX && ' …'})
      </span>
    </p>
  )

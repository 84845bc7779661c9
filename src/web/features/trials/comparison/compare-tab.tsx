import { useMemo } from 'react'
import { useView } from '#web/lib/view.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { FlightSelect } from '../flight-select.tsx'
import { usePlotValues } from '../plot-names/use-plot-names.ts'
import { ValuesColumns } from '../plot-values/values-columns.tsx'
import { TableSource } from '../table-columns/table-source.tsx'
import type { MeasuredWorkspace } from '../workspace/workspace.ts'
import { isWhole, type Match, proposedMatches } from './column-matches.ts'
import { ComparisonReport } from './comparison-report.tsx'
import { isAsFieldimager } from './finding-texts.ts'
import { useKeptTable } from './kept-table.ts'
import { MatchList } from './match-list.tsx'
import { OldNumbersHelp } from './old-numbers-help.tsx'

/** Each column is a call for values. */
const COMPARED_MAX = 40

/** The values beside those of another tool. The table stays in the browser. */
export function CompareTab(workspace: MeasuredWorkspace) {
  const { trial, measurement, plots } = workspace
  const [{ source, choices, usualFlightId, changes }, keep] = useKeptTable(trial.trialId)
  const wanted = { trialId: trial.trialId, days: 'apart' as const, choices }
  const { table, found: joined, problem, isFetching } = usePlotValues(source, plots, wanted)
  const flights = trial.flights
  const usual = usualFlightId ?? (flights.length === 1 ? (flights[0]?.trialFlightId ?? null) : null)
  const matches = useMemo<Match[]>(() => {
    const columns = joined?.columns ?? []
    const proposed = proposedMatches({ columns, measurement, flights, usualFlightId: usual })
    return proposed.map((match, at) => ({ ...match, ...changes[at] }))
  }, [joined, measurement, flights, usual, changes])
  const whole = matches.flatMap((match, at) => {
    const column = joined?.columns[at]
    return column && isWhole(match, measurement) ? [{ at, column, match }] : []
  })
  return (
    <div className="flex flex-col gap-8">
      <div className="grid gap-x-10 gap-y-6 @4xl:grid-cols-2">
        <Introduction workspace={workspace} />
        <div className="flex min-w-0 flex-col gap-4">
          <TableSource
            source={source}
            problem={problem}
            hint="Paste a table with a heading: plot_id, or row and column, and a column for each trait, such as NGRDI_mean_2026-07-14. With several dates, a column ‘date’ does, too."
            onGive={(given) => keep({ source: given, choices: {}, usualFlightId: null, changes: {} })}
          />
          {table && (
            <details className="text-sm">
              <summary className="cursor-pointer py-1 font-semibold">How the table is read</summary>
              <div className="mt-3 flex flex-col gap-4">
                <ValuesColumns
                  {...{ table, choices }}
                  onChoose={(change) => keep({ choices: { ...choices, ...change }, changes: {} })}
                />
              </div>
            </details>
          )}
          {isFetching && <p className="text-sm text-muted">Reading the table…</p>}
        </div>
      </div>
      {joined && (
        <div className="flex flex-col gap-3">
          <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
            <p className="text-sm text-muted">
              Plots are matched by {joined.by}. What a column is compared with is read from its name; change what is
              wrong.
            </p>
            {flights.length > 1 && (
              <FlightSelect
                label="Date of columns that name none"
                placeholder="Choose a date"
                value={usual ?? ''}
                flights={flights}
                onChoose={(usualId) => keep({ usualFlightId: usualId })}
              />
            )}
          </div>
          <MatchList
            columns={joined.columns}
            matches={matches}
            measurement={measurement}
            flights={flights}
            onChange={(at, change) => keep({ changes: { ...changes, [at]: { ...changes[at], ...change } } })}
          />
        </div>
      )}
      {joined && <Notes compared={whole.length} />}
      {whole.length > 0 && (
        <ComparisonReport workspace={workspace} tableKey={source.key} compared={whole.slice(0, COMPARED_MAX)} />
      )}
    </div>
  )
}

/** Why not all columns are compared. */
function Notes({ compared }: { compared: number }) {
  if (compared > COMPARED_MAX)
    return (
      <Alert tone="note">
        {`The first ${COMPARED_MAX} columns are compared. Set others to ‘Nothing’ to compare those that follow.`}
      </Alert>
    )
  if (compared > 0) return null
  return (
    <p className="text-sm text-muted">
      Choose a trait and a date for a column above. Its name doesn’t say them, or they weren’t measured.
    </p>
  )
}

const Introduction = ({ workspace }: { workspace: MeasuredWorkspace }) => (
  <div className="flex min-w-0 flex-col gap-3">
    <h3 className="font-semibold">Compare with another tool</h3>
    <p className="max-w-prose text-sm text-muted">
      Give the table that FIELDimageR or another program made of the same plots. Each column is set beside the values
      measured here, and you see how far they agree, and why they may not. The table stays in your browser.
    </p>
    <FieldimagerWay workspace={workspace} />
    <OldNumbersHelp />
  </div>
)

function FieldimagerWay({ workspace: { measurement } }: { workspace: MeasuredWorkspace }) {
  const [, show] = useView()
  if (isAsFieldimager(measurement))
    return (
      <p className="text-sm text-muted">
        This measurement has the settings of FIELDimageR: whole plots, and plants where green exceeds red.
      </p>
    )
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <p className="max-w-prose text-muted">
        FIELDimageR takes whole plots, and by default plants where green exceeds red. This measurement doesn’t.
      </p>
      <Button variant="secondary" size="small" onClick={() => show({ measure: 'fieldimager', tab: 'set-up' })}>
        Measure the way FIELDimageR does
      </Button>
    </div>
  )
}

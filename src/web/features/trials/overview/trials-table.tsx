import { Link } from 'react-router'
import type { TrialRow } from '#contract/trials.ts'
import { displayName } from '#domain/display-names.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { Time } from '#web/lib/time.tsx'
import { Cell, Column, OneLine, Row, Table } from '#web/ui/list/table.tsx'

type TrialsTableProps = {
  trials: readonly TrialRow[]
  /** How the account of each is called, where they are of several. */
  ownerTitle: 'Customer' | 'Shared by' | null
  pathOf: (trialId: string) => string
}

const TRACKS = '@table:grid-cols-[max-content_minmax(9rem,auto)_minmax(8rem,auto)_repeat(3,max-content)]'

export const TrialsTable = ({ trials, ownerTitle, pathOf }: TrialsTableProps) => (
  <Table
    label={ownerTitle === 'Shared by' ? 'Shared with us' : 'Trials'}
    tracks={TRACKS}
    columns={
      <>
        <Column figures>SN</Column>
        <Column>Name</Column>
        <Column>{ownerTitle ?? 'Project'}</Column>
        <Column figures>Flights</Column>
        <Column figures>Plots</Column>
        <Column>Made</Column>
      </>
    }
  >
    {trials.map((trial, index) => (
      <Row key={trial.trialId}>
        <Cell card="number" figures>
          {index + 1}
        </Cell>
        <Cell card="name">
          <Link to={pathOf(trial.trialId)} className="block w-fit max-w-full underline-offset-2 hover:underline">
            <OneLine text={displayName(trial.name)} />
          </Link>
          {trial.purgeOn !== null && <span className="block text-xs font-normal text-status-yellow">Deleted</span>}
          {trial.crop && (
            <span className="block text-xs font-normal text-muted">
              <OneLine text={displayName(trial.crop)} />
            </span>
          )}
        </Cell>
        <Cell card="line">
          <OneLine
            text={
              ownerTitle !== null
                ? displayName(trial.customer)
                : trial.projectType
                  ? projectTypeLabel(trial.projectType)
                  : 'No project'
            }
          />
        </Cell>
        <Cell card="aside" figures>
          {trial.flights}
          <span className="@table:hidden"> {trial.flights === 1 ? 'flight' : 'flights'}</span>
        </Cell>
        <Cell card="aside" figures>
          {trial.plots.toLocaleString('en')}
          <span className="@table:hidden"> {trial.plots === 1 ? 'plot' : 'plots'}</span>
        </Cell>
        <Cell card="foot" className="tabular-nums @table:whitespace-nowrap">
          <Time at={trial.createdTime} />
        </Cell>
      </Row>
    ))}
  </Table>
)

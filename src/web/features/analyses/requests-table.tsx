import type { AnalysisOfUser } from '#contract/analyses.ts'
import { displayName } from '#domain/display-names.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { Age, Time } from '#web/lib/time.tsx'
import { Cell, Column, OneLine, Row, RowAction, Table } from '#web/ui/list/table.tsx'
import { timeZone } from '../../lib/time.tsx'
import { FileNames } from './file-names.tsx'
import { FlightBadge } from './flight-badge.tsx'
import { StatusBadge } from './status-badge.tsx'

type RequestsTableProps = { rows: readonly AnalysisOfUser[]; onView: (row: AnalysisOfUser) => void }

const TRACKS = [
  '@table:grid-cols-[max-content_minmax(9rem,auto)_minmax(8rem,auto)_repeat(3,max-content)]',
  '@wide:grid-cols-[max-content_repeat(2,minmax(8rem,auto))_max-content_minmax(13rem,auto)_repeat(2,max-content)]',
].join(' ')

export const RequestsTable = ({ rows, onView }: RequestsTableProps) => (
  <Table
    label="Analysis requests"
    tracks={TRACKS}
    columns={
      <>
        <Column figures line="both">
          SN
        </Column>
        <Column line="name">Full Name</Column>
        <Column line="upper3">Project Name</Column>
        <Column figures line="both" unit={timeZone()}>
          Submitted At
        </Column>
        <Column line="belowName">Email</Column>
        <Column line="lower3">File Name</Column>
        <Column line="both">Status</Column>
        <Column line="both">View</Column>
      </>
    }
  >
    {rows.map((row, index) => (
      <Row key={row.analysisRequestId}>
        <Cell card="number" figures line="both">
          {index + 1}
        </Cell>
        <Cell card="name" line="name">
          <OneLine text={displayName(row.user.fullName)} />
        </Cell>
        <Cell card="line" line="upper3">
          <OneLine text={projectTypeLabel(row.projectType)} />
        </Cell>
        <Cell card="foot" figures line="both" className="whitespace-nowrap">
          <Time at={row.submittedTime} className="mr-2 @table:mr-0 @table:block" />
          <Age
            at={row.submittedTime}
            className={isWaiting(row) ? 'text-bench font-medium text-ink' : 'text-bench text-muted'}
          />
        </Cell>
        <Cell card="aside" line="belowName" className={`${SECOND_LINE} @max-table:col-end-3! @max-table:row-start-2`}>
          <OneLine text={displayName(row.user.email)} />
        </Cell>
        <Cell card="aside" line="lower3" className="@table:text-bench @table:text-muted">
          <FileNames urls={row.fileUrls} />
        </Cell>
        <Cell card="status" line="both" className="@max-table:row-end-3 @max-table:text-right">
          <StatusBadge status={row.status} />
          <Assignee row={row} />
          <FlightBadge flight={row.flight} />
        </Cell>
        <Cell card="action" line="both">
          <RowAction label={`View ${displayName(row.user.fullName)}, number ${index + 1}`} onClick={() => onView(row)}>
            View
          </RowAction>
        </Cell>
      </Row>
    ))}
  </Table>
)

const SECOND_LINE = '@table:@max-wide:text-bench @table:@max-wide:text-muted'

/** Below the status; of a request that is done, only if there is one. */
const Assignee = ({ row: { assignee, ...row } }: { row: AnalysisOfUser }) =>
  (assignee || isWaiting(row)) && (
    <span className="block max-w-32 text-bench text-muted @max-table:ml-auto @max-table:max-w-28">
      {assignee && <span className="sr-only">Assigned to </span>}
      <OneLine text={displayName(assignee?.fullName ?? 'Unassigned')} />
    </span>
  )

const isWaiting = ({ status }: Pick<AnalysisOfUser, 'status'>): boolean =>
  status === 'PENDING' || status === 'UNDER_REVIEW'

import type { AnalysisOfUser } from '#contract/analyses.ts'
import { displayName } from '#domain/display-names.ts'
import { formatDateTime } from '#domain/units.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { Cell, Column, OneLine, Row, RowAction, Table } from '#web/ui/table.tsx'
import { FileNames } from './file-names.tsx'
import { StatusBadge } from './status-badge.tsx'

type RequestsTableProps = { rows: readonly AnalysisOfUser[]; onView: (row: AnalysisOfUser) => void }

export const RequestsTable = ({ rows, onView }: RequestsTableProps) => (
  <Table
    label="Analysis requests"
    columns={
      <>
        <Column figures className={NARROW}>
          SN
        </Column>
        <Column className={`${NARROW} w-[19%]`}>Full Name</Column>
        <Column className={`${NARROW} w-[25%]`}>Project Name</Column>
        <Column figures className={NARROW}>
          Submitted At
        </Column>
        <Column className={`${NARROW} w-[28%]`}>Email</Column>
        <Column className={NARROW}>File Name</Column>
        <Column className={NARROW}>Status</Column>
        <Column className={NARROW}>View</Column>
      </>
    }
  >
    {rows.map((row, index) => (
      <Row key={row.analysisRequestId}>
        <Cell card="number" figures className={NARROW}>
          {index + 1}
        </Cell>
        <Cell card="name" className={FLEXIBLE}>
          <OneLine text={displayName(row.user.fullName)} />
        </Cell>
        <Cell card="line" className={FLEXIBLE}>
          <OneLine text={projectTypeLabel(row.projectType)} />
        </Cell>
        <Cell card="foot" figures className={`${NARROW} whitespace-nowrap`}>
          <time dateTime={row.submittedTime}>{formatDateTime(new Date(row.submittedTime))}</time>
        </Cell>
        <Cell card="aside" className={FLEXIBLE}>
          <OneLine text={displayName(row.user.email)} />
        </Cell>
        <Cell card="aside" className={NARROW}>
          <FileNames urls={row.fileUrls} />
        </Cell>
        <Cell card="status" className={NARROW}>
          <StatusBadge status={row.status} />
        </Cell>
        <Cell card="action" className={NARROW}>
          <RowAction label={`View ${displayName(row.user.fullName)}, number ${index + 1}`} onClick={() => onView(row)}>
            View
          </RowAction>
        </Cell>
      </Row>
    ))}
  </Table>
)

/** Eight columns beside the sidebar need the space. */
const NARROW = '@2xl:px-1.5! @2xl:max-@5xl:text-[0.8125rem]'

/** Lets a column of the table shrink below its content, which is then truncated. */
const FLEXIBLE = `${NARROW} @2xl:max-w-0`

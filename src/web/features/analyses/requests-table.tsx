import type { AnalysisOfUser } from '#contract/analyses.ts'
import { formatDateTime } from '#domain/units.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { Button } from '#web/ui/button.tsx'
import { Cell, Column, Row, Table } from '#web/ui/table.tsx'
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
        <Column className={`${NARROW} w-[12%]`}>Full Name</Column>
        <Column className={`${NARROW} w-[16%]`}>Project Name</Column>
        <Column figures className={NARROW}>
          Submitted At
        </Column>
        <Column className={`${NARROW} w-[22%]`}>Email</Column>
        <Column className={NARROW}>File Name</Column>
        <Column className={NARROW}>Status</Column>
        <Column className={NARROW}>View</Column>
      </>
    }
  >
    {rows.map((row, index) => (
      <Row key={row.analysisRequestId}>
        <Cell label="SN" figures className={`${NARROW} text-muted`}>
          {index + 1}
        </Cell>
        <Cell label="Full Name" strong className={FLEXIBLE}>
          <OneLine text={row.user.fullName} />
        </Cell>
        <Cell label="Project Name" className={FLEXIBLE}>
          <OneLine text={projectTypeLabel(row.projectType)} />
        </Cell>
        <Cell label="Submitted At" figures className={`${NARROW} whitespace-nowrap`}>
          {formatDateTime(new Date(row.submittedTime))}
        </Cell>
        <Cell label="Email" className={FLEXIBLE}>
          <OneLine text={row.user.email} />
        </Cell>
        <Cell label="File Name" className={NARROW}>
          <FileNames urls={row.fileUrls} />
        </Cell>
        <Cell label="Status" className={NARROW}>
          <StatusBadge status={row.status} />
        </Cell>
        <Cell label="View" className={NARROW}>
          <Button
            variant="secondary"
            size="small"
            aria-label={`View ${row.user.fullName}, number ${index + 1}`}
            onClick={() => onView(row)}
          >
            View
          </Button>
        </Cell>
      </Row>
    ))}
  </Table>
)

/** Eight columns beside the sidebar need the room. */
const NARROW = '@2xl:px-2!'

/** Lets a table's column shrink below its content, which is then cut. */
const FLEXIBLE = '@2xl:max-w-0 @2xl:px-2!'

const OneLine = ({ text }: { text: string }) => (
  <span title={text} className="block break-words @2xl:truncate">
    {text}
  </span>
)

import type { AnalysisRow } from '#contract/analyses.ts'
import { formatDateTime } from '#domain/units.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { Cell, Column, OneLine, Row, RowAction, Table } from '#web/ui/table.tsx'
import { FileNames } from './file-names.tsx'
import { StatusBadge } from './status-badge.tsx'

type MyAnalysesTableProps = { rows: readonly AnalysisRow[]; onView: (row: AnalysisRow) => void }

export const MyAnalysesTable = ({ rows, onView }: MyAnalysesTableProps) => (
  <Table
    label="Projects"
    columns={
      <>
        <Column figures className="w-14">
          SN
        </Column>
        <Column className="w-[45%]">Project Type</Column>
        <Column figures>Submitted At</Column>
        <Column>File Name</Column>
        <Column>Status</Column>
        <Column>Action</Column>
      </>
    }
  >
    {rows.map((row, index) => (
      <Row key={row.analysisRequestId}>
        <Cell card="number" figures>
          {index + 1}
        </Cell>
        <Cell card="name" className="@2xl:max-w-0">
          <OneLine text={projectTypeLabel(row.projectType)} />
        </Cell>
        <Cell card="foot" figures className="whitespace-nowrap">
          <time dateTime={row.submittedTime}>{formatDateTime(new Date(row.submittedTime))}</time>
        </Cell>
        <Cell card="line">
          <FileNames urls={row.fileUrls} />
        </Cell>
        <Cell card="status">
          <StatusBadge status={row.status} />
        </Cell>
        <Cell card="action">
          <RowAction
            label={`View ${projectTypeLabel(row.projectType)}, number ${index + 1}`}
            onClick={() => onView(row)}
          >
            View
          </RowAction>
        </Cell>
      </Row>
    ))}
  </Table>
)

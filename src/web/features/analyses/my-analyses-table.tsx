import type { AnalysisRow } from '#contract/analyses.ts'
import { formatDateTime } from '#domain/units.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { Button } from '#web/ui/button.tsx'
import { Cell, Column, Row, Table } from '#web/ui/table.tsx'
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
        <Column>Project Type</Column>
        <Column figures>Submitted At</Column>
        <Column>File Name</Column>
        <Column>Status</Column>
        <Column>Action</Column>
      </>
    }
  >
    {rows.map((row, index) => (
      <Row key={row.analysisRequestId}>
        <Cell label="SN" figures className="text-muted">
          {index + 1}
        </Cell>
        <Cell label="Project Type" strong className="break-words">
          {projectTypeLabel(row.projectType)}
        </Cell>
        <Cell label="Submitted At" figures className="whitespace-nowrap">
          {formatDateTime(new Date(row.submittedTime))}
        </Cell>
        <Cell label="File Name">
          <FileNames urls={row.fileUrls} />
        </Cell>
        <Cell label="Status">
          <StatusBadge status={row.status} />
        </Cell>
        <Cell label="Action">
          <Button
            variant="secondary"
            size="small"
            aria-label={`View ${projectTypeLabel(row.projectType)}, number ${index + 1}`}
            onClick={() => onView(row)}
          >
            View
          </Button>
        </Cell>
      </Row>
    ))}
  </Table>
)

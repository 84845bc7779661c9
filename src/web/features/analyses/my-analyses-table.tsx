import type { MyAnalysisRow } from '#contract/analyses.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { Time } from '#web/lib/time.tsx'
import { Cell, Column, OneLine, Row, RowAction, Table } from '#web/ui/list/table.tsx'
import { FileNames } from './file-names.tsx'
import { RequestFacts } from './request-facts.tsx'
import { StatusBadge } from './status-badge.tsx'

type MyAnalysesTableProps = { rows: readonly MyAnalysisRow[]; onView: (row: MyAnalysisRow) => void }

export const MyAnalysesTable = ({ rows, onView }: MyAnalysesTableProps) => (
  <Table
    label="Projects"
    tracks="@table:grid-cols-[max-content_minmax(8rem,auto)_max-content_minmax(8rem,auto)_max-content_max-content]"
    columns={
      <>
        <Column figures>SN</Column>
        <Column>Project Type</Column>
        <Column figures>Submitted At</Column>
        <Column>File Name</Column>
        <Column>Status</Column>
        <Column>Action</Column>
      </>
    }
  >
    {rows.map((row, index) => (
      <Row key={row.analysisRequestId} className={row.hasNewReport ? NEW : ''}>
        <Cell card="number" figures>
          {index + 1}
        </Cell>
        <Cell card="name">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 @4xl:flex-nowrap">
            <OneLine text={projectTypeLabel(row.projectType)} />
            {row.hasNewReport && <NewReport />}
          </span>
          <RequestFacts row={row} />
          {row.mapThumbnails.length > 0 && (
            <span className="mt-1.5 flex gap-1.5">
              {row.mapThumbnails.map((url) => (
                <img key={url} src={url} alt="" className="h-9 w-12 rounded border border-line object-cover" />
              ))}
            </span>
          )}
        </Cell>
        <Cell card="foot" figures className="whitespace-nowrap">
          <Time at={row.submittedTime} />
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

/** A line at the left of the row, like the mark of an unread message. */
const NEW = 'bg-card shadow-[inset_3px_0_0_var(--action)] @max-table:-mx-3 @max-table:px-3'

const NewReport = () => (
  <span className="shrink-0 rounded bg-action px-1.5 text-xs/5 font-semibold whitespace-nowrap text-on-action">
    New report
  </span>
)

import type { ReactNode } from 'react'
import type { AnalysisRow } from '#contract/analyses.ts'
import { formatDateTime } from '#domain/units.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { Detail, Details } from '#web/ui/details.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FileList } from './file-list.tsx'
import { StatusBadge } from './status-badge.tsx'
import { Timeline } from './timeline.tsx'

type MyAnalysisDialogProps = {
  row: AnalysisRow
  onClose: () => void
  /** The report, for a request that is processed. */
  children: ReactNode
}

export function MyAnalysisDialog({ row, onClose, children }: MyAnalysisDialogProps) {
  return (
    <Dialog title="Uploaded Project Detail" onClose={onClose}>
      <div className="flex flex-col gap-6">
        <Details>
          <Detail name="Project Name">
            <span className="font-semibold">
              <bdi>{projectTypeLabel(row.projectType)}</bdi>
            </span>
          </Detail>
          <Detail name="Submitted Time">{formatDateTime(new Date(row.submittedTime))}</Detail>
          <Detail name="Status">
            <StatusBadge status={row.status} />
          </Detail>
          <Detail name="Message" stacked>
            <p className="whitespace-pre-line">{row.message || 'No message provided'}</p>
          </Detail>
        </Details>
        {children}
        <Timeline analysisRequestId={row.analysisRequestId} />
        <FileList
          analysisRequestId={row.analysisRequestId}
          title="Uploaded files"
          urls={row.fileUrls}
          sizes={row.fileSizes}
          receipts={row.receipts}
        />
      </div>
    </Dialog>
  )
}

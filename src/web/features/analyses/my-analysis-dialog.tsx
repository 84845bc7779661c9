import type { ReactNode } from 'react'
import type { AnalysisRow } from '#contract/analyses.ts'
import type { ProcessingProgress } from '#contract/processing.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { paths } from '#web/lib/paths.ts'
import { Time } from '#web/lib/time.tsx'
import { Detail, Details } from '#web/ui/details.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { OpenPageLink } from './open-page-link.tsx'
import { RequestContent } from './request-content.tsx'
import { StatusBadge } from './status-badge.tsx'
import { Timeline } from './timeline.tsx'

type MyAnalysisDialogProps = {
  row: AnalysisRow
  processing: ProcessingProgress | undefined
  onClose: () => void
  /** The report of a processed request; what answers a rejected one. */
  children: ReactNode
}

export function MyAnalysisDialog({ row, processing, onClose, children }: MyAnalysisDialogProps) {
  return (
    <Dialog
      title="Uploaded Project Detail"
      action={<OpenPageLink to={paths.myRequest(row.analysisRequestId)} />}
      onClose={onClose}
    >
      <div className="flex flex-col gap-6">
        <Details>
          <Detail name="Project Name">
            <span className="font-semibold">
              <bdi>{projectTypeLabel(row.projectType)}</bdi>
            </span>
          </Detail>
          <Detail name="Submitted Time">
            <Time at={row.submittedTime} />
          </Detail>
          <Detail name="Status">
            <StatusBadge status={row.status} />
          </Detail>
          <Detail name="Message" stacked>
            <p className="whitespace-pre-line">{row.message || 'No message provided'}</p>
          </Detail>
        </Details>
        {children}
        <Timeline analysisRequestId={row.analysisRequestId} processing={processing} />
        <RequestContent row={row} filesTitle="Uploaded files" />
      </div>
    </Dialog>
  )
}

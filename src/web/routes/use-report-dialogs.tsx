import { useState } from 'react'
import type { AnalysisOfUser } from '#contract/analyses.ts'
import { ReportUploadDialog, StaffReportDialog, usePreload } from './dialogs-on-demand.tsx'
import { refreshRequest } from './refresh-request.ts'

/** The dialogs in which staff view and upload the report of a request. */
export function useReportDialogs(row: AnalysisOfUser) {
  const [open, setOpen] = useState<'view' | 'upload'>()
  const close = () => setOpen(undefined)
  usePreload(StaffReportDialog)
  usePreload(ReportUploadDialog)
  return {
    onViewReport: () => setOpen('view'),
    onUploadReport: () => setOpen('upload'),
    /** The one that is open. */
    reportDialog: (
      <>
        {open === 'view' && (
          <StaffReportDialog
            analysisRequestId={row.analysisRequestId}
            isPublished={row.status === 'PROCESSED'}
            onClose={close}
            onChanged={refreshRequest}
          />
        )}
        {open === 'upload' && <ReportUploadDialog request={row} onClose={close} onUploaded={refreshRequest} />}
      </>
    ),
  }
}

import { type ReactNode, Suspense, useState } from 'react'
import type { AnalysisOfUser } from '#contract/analyses.ts'
import { useRefreshAnalyses } from '#web/features/analyses/analysis-queries.ts'
import { useRefreshReports } from '#web/features/reports/report-queries.ts'
import {
  loadReportUploadDialog,
  loadStaffReportDialog,
  ReportUploadDialog,
  StaffReportDialog,
  usePreload,
} from './dialogs-on-demand.tsx'

type ReportDialogs = {
  onViewReport: () => void
  onUploadReport: () => void
  /** The one that is open. */
  reportDialog: ReactNode
}

/** The dialogs in which staff view and upload the report of a request. */
export function useReportDialogs(row: AnalysisOfUser): ReportDialogs {
  const [open, setOpen] = useState<'view' | 'upload'>()
  const refreshAnalyses = useRefreshAnalyses()
  const refreshReports = useRefreshReports()
  const refresh = () => {
    void refreshAnalyses()
    void refreshReports()
  }
  const close = () => setOpen(undefined)
  usePreload(loadStaffReportDialog)
  usePreload(loadReportUploadDialog)
  return {
    onViewReport: () => setOpen('view'),
    onUploadReport: () => setOpen('upload'),
    reportDialog: (
      <Suspense>
        {open === 'view' && (
          <StaffReportDialog
            analysisRequestId={row.analysisRequestId}
            isPublished={row.status === 'PROCESSED'}
            onClose={close}
            onChanged={refresh}
          />
        )}
        {open === 'upload' && <ReportUploadDialog request={row} onClose={close} onUploaded={refresh} />}
      </Suspense>
    ),
  }
}

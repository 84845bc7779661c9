import { FileText } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import type { Report } from '#contract/reports.ts'
import { problemOf } from '#web/lib/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/spinner.tsx'
import { REPORT_FAILED } from './messages.ts'
import { RecordOpened } from './record-opened.tsx'
import { useReport } from './report-queries.ts'

type MyReportProps = {
  analysisRequestId: string
  ReportDialog: ComponentType<{ analysisRequestId: string; report: Report; onClose: () => void }>
}

/** The report of a processed request, for its customer. */
export function MyReport({ analysisRequestId, ReportDialog }: MyReportProps) {
  const { data: report, isPending, isError, error } = useReport(analysisRequestId)
  const [open, setOpen] = useState(false)

  if (isPending) return <Loading>Loading the report...</Loading>
  if (isError && !report)
    return (
      <Alert
        tone="danger"
        title="Oops! Something went wrong"
        action={
          <Button variant="secondary" size="small" onClick={() => window.location.reload()}>
            Retry
          </Button>
        }
      >
        <p>{REPORT_FAILED}</p>
        <p>{problemOf(error)}</p>
      </Alert>
    )
  if (!report || report.reportUrls.length === 0) return <p className="text-sm text-muted">No report data available</p>
  return (
    <>
      <Button className="self-start" onClick={() => setOpen(true)}>
        <FileText aria-hidden className="size-4" />
        View Reports
      </Button>
      {open && <ReportDialog report={report} analysisRequestId={analysisRequestId} onClose={() => setOpen(false)} />}
      {open && <RecordOpened analysisRequestId={analysisRequestId} updatedTime={report.updatedTime} />}
    </>
  )
}

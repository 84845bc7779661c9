import { FileText } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import type { Report } from '#contract/reports.ts'
import type { FileReceipt } from '#contract/uploads.ts'
import { displayName } from '#domain/display-names.ts'
import { linkedFiles, storedNameOf } from '#domain/file-names.ts'
import { NO_REMARKS } from '#domain/reports.ts'
import { serverMessage } from '#web/lib/api.ts'
import { Time } from '#web/lib/time.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Detail, Details } from '#web/ui/details.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FileTile } from '#web/ui/file-tile.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { fileLine, isInfected, REPORT_FAILED } from './messages.ts'
import { RecordOpened } from './record-opened.tsx'
import { useReport } from './report-queries.ts'

type MyReportProps = {
  analysisRequestId: string
  /** Opens a file that is a map. */
  MapLink: ComponentType<{ analysisRequestId: string; fileName: string }>
}

/** The report of a processed request, for its customer. */
export function MyReport({ analysisRequestId, MapLink }: MyReportProps) {
  const { data: report, isPending, isError, error } = useReport(analysisRequestId)
  const [open, setOpen] = useState(false)

  if (isPending)
    return (
      <output className="flex items-center gap-2 text-sm text-muted">
        <Spinner />
        Loading the report...
      </output>
    )
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
        {serverMessage(error) && <p>{serverMessage(error)}</p>}
      </Alert>
    )
  if (!report || report.reportUrls.length === 0) return <p className="text-sm text-muted">No report data available</p>
  return (
    <>
      <Button className="self-start" onClick={() => setOpen(true)}>
        <FileText aria-hidden className="size-4" />
        View Reports
      </Button>
      {open && (
        <ProcessedReports
          report={report}
          MapLink={MapLink}
          analysisRequestId={analysisRequestId}
          onClose={() => setOpen(false)}
        />
      )}
      {open && <RecordOpened analysisRequestId={analysisRequestId} updatedTime={report.updatedTime} />}
    </>
  )
}

type ProcessedReportsProps = MyReportProps & { report: Report; onClose: () => void }

const ProcessedReports = ({ report, analysisRequestId, MapLink, onClose }: ProcessedReportsProps) => (
  <Dialog title="Processed Reports" onClose={onClose}>
    <div className="flex flex-col gap-5">
      <ul className="flex flex-col gap-2">
        {linkedFiles(report.reportUrls, report.reportSizes).map(({ url, name, size }, index) => (
          // A URL is signed again with every load; the file stays the same.
          <FileTile
            key={storedNameOf(url) ?? name}
            name={name}
            url={isInfected(report, index) ? undefined : url}
            facts={fileLine(size, report.receipts[index])}
            action={<MapLink analysisRequestId={analysisRequestId} fileName={report.files[index]?.fileName ?? ''} />}
          />
        ))}
      </ul>
      <Checksums receipts={report.receipts} />
      <Details>
        <Detail name="Prepared by">
          <bdi>{displayName(report.updatedBy.fullName)}</bdi>
          <a
            href={`mailto:${report.updatedBy.email}`}
            className="block break-all text-muted underline underline-offset-2"
          >
            {displayName(report.updatedBy.email)}
          </a>
        </Detail>
        <Detail name="Updated Time">
          <Time at={report.updatedTime} />
        </Detail>
        <Detail name="Remarks" stacked>
          <p className="whitespace-pre-line">{report.remarks || NO_REMARKS}</p>
        </Detail>
      </Details>
    </div>
  </Dialog>
)

/** For people who compare their download with the stored file. */
const Checksums = ({ receipts }: { receipts: readonly FileReceipt[] }) => (
  <details className="text-sm">
    <summary className="w-fit cursor-pointer py-1 text-muted">SHA-256 of the files</summary>
    <dl className="mt-2 flex flex-col gap-2">
      {receipts.map(({ fileName, sha256 }, index) => (
        <div key={`${index}-${fileName}`}>
          <dt className="break-words">
            <bdi>{displayName(fileName)}</bdi>
          </dt>
          <dd className="text-muted">
            {sha256 === null ? 'Checking…' : <code className="font-mono text-xs/5 break-all select-all">{sha256}</code>}
          </dd>
        </div>
      ))}
    </dl>
  </details>
)

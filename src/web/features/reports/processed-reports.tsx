import type { Report } from '#contract/reports.ts'
import type { FileReceipt } from '#contract/uploads.ts'
import { displayName } from '#domain/display-names.ts'
import { storedNameOf } from '#domain/file-names.ts'
import { NO_REMARKS } from '#domain/reports.ts'
import { Time } from '#web/lib/time.tsx'
import { Detail, Details } from '#web/ui/details.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { type MapParts, ReportFileTile } from './report-file-tile.tsx'

type ProcessedReportsProps = MapParts & { analysisRequestId: string; report: Report; onClose: () => void }

/** The files of a published report. */
export const ProcessedReports = ({ report, onClose, ...tile }: ProcessedReportsProps) => (
  <Dialog title="Processed Reports" onClose={onClose}>
    <div className="flex flex-col gap-5">
      <ul className="flex flex-col gap-2">
        {report.reportUrls.map((url, index) => (
          // A URL is signed again with every load; the file stays the same.
          <ReportFileTile key={storedNameOf(url) ?? index} report={report} index={index} {...tile} />
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

import { Download } from 'lucide-react'
import type { Report, ReportVersion } from '#contract/reports.ts'
import { displayName } from '#domain/display-names.ts'
import { NO_REMARKS } from '#domain/reports.ts'
import { formatBytes } from '#domain/units.ts'
import { QueryFailed } from '#web/lib/query-failed.tsx'
import { ShareButton } from '#web/lib/sharing/share-button.tsx'
import { buttonClasses } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { REPORT_FAILED } from './messages.ts'
import { PublishReport } from './publish-report.tsx'
import { RecordOpened } from './record-opened.tsx'
import { ReportFileRow } from './report-file-row.tsx'
import { useReport } from './report-queries.ts'
import { EarlierVersions, VersionTime } from './report-versions.tsx'

type Viewer = 'customer' | 'staff' | 'visitor'
type ReportSectionProps = {
  analysisRequestId: string
  viewer: Viewer
  /** For staff, who publish it here. */
  publishing?: { isPublished: boolean; onChanged: () => void } | undefined
}

/** The report of a request, for its page: who made it and when, remarks, files, and what changed. */
export function ReportSection({ analysisRequestId, viewer, publishing }: ReportSectionProps) {
  const query = useReport(analysisRequestId)
  const { data: report } = query
  if (query.isPending) return <Loading />
  if (report === undefined) return <QueryFailed title={REPORT_FAILED} query={query} />
  if (report === null) return <p className="text-sm text-muted">{NOTHING_YET[viewer]}</p>
  return (
    <>
      <Content {...{ analysisRequestId, report, publishing }} />
      {viewer === 'customer' && <RecordOpened analysisRequestId={analysisRequestId} updatedTime={report.updatedTime} />}
    </>
  )
}

const NOTHING_YET = {
  customer: "Your report appears here when it is ready. We'll email you.",
  staff: 'No file is attached yet.',
  visitor: 'This report is no longer shown.',
} satisfies Record<Viewer, string>

const Loading = () => (
  <div className="flex flex-col gap-3">
    <span className="sr-only">Loading the report...</span>
    <Skeleton className="h-5 w-3/5" />
    <Skeleton className="h-4 w-2/5" />
    <Skeleton className="mt-2 h-16 w-full" />
    <Skeleton className="h-16 w-full" />
  </div>
)

type ContentProps = Pick<ReportSectionProps, 'analysisRequestId' | 'publishing'> & { report: Report }

function Content({ analysisRequestId, report, publishing }: ContentProps) {
  const [present, ...earlier] = report.versions
  const { files } = report
  const isSeen = !publishing || (publishing.isPublished && files.every((file) => file.isPublished))
  return (
    <div className="@container flex flex-col gap-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <Heading report={report} version={present} />
        <div className="flex items-center gap-2">
          {!publishing && <ShareButton subject={{ kind: 'report', id: analysisRequestId }} label="Share the report" />}
          <DownloadAll report={report} />
        </div>
      </div>
      {!isSeen && <PublishReport {...{ analysisRequestId, files }} {...publishing} />}
      {report.remarks !== NO_REMARKS && (
        <p className="max-w-prose border-l-2 border-line-strong pl-3 text-sm/6 break-words whitespace-pre-line">
          {report.remarks}
        </p>
      )}
      <ul aria-label="Files of the report" className="divide-y divide-line border-y border-line">
        {report.files.map((file) => (
          <ReportFileRow key={file.storedName} analysisRequestId={analysisRequestId} file={file} files={report.files} />
        ))}
      </ul>
      {earlier.length > 0 && <EarlierVersions present={present} versions={earlier} />}
    </div>
  )
}

const Heading = ({ report, version }: { report: Report; version: ReportVersion | undefined }) => (
  <div className="min-w-0 text-sm">
    <p>
      <span className="font-semibold">{version ? `Version ${version.number}` : 'Draft'}</span>
      {', '}
      <VersionTime time={report.updatedTime} />
    </p>
    {report.updatedBy.fullName !== '' && (
      <p className="mt-0.5 break-words text-muted">
        Prepared by <bdi className="text-ink">{displayName(report.updatedBy.fullName)}</bdi>,{' '}
        <a href={`mailto:${report.updatedBy.email}`} className="break-all underline underline-offset-2">
          {displayName(report.updatedBy.email)}
        </a>
      </p>
    )}
  </div>
)

/** One ZIP file, which leaves out infected files. */
function DownloadAll({ report: { files, allFilesUrl } }: { report: Report }) {
  const included = files.filter(({ isInfected }) => !isInfected)
  if (included.length < 2 || allFilesUrl === '') return null
  const bytes = included.reduce((sum, { size }) => sum + size, 0)
  return (
    <a href={allFilesUrl} download rel="noopener noreferrer" className={buttonClasses({ variant: 'secondary' })}>
      <Download aria-hidden className="size-4" />
      <span>
        Download all <span className="font-normal text-muted">({formatBytes(bytes)})</span>
      </span>
    </a>
  )
}

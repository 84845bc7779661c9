import type { AnalysisOfUser } from '#contract/analyses.ts'
import { latePart } from '#web/lib/late-part.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { refreshRequest } from './refresh-request.ts'

/** The report of a request, loaded once the page is shown. */
export const ReportSection = latePart(
  'The report could not be loaded',
  async () => (await import('#web/features/reports/report-section.tsx')).ReportSection,
  <Skeleton className="h-40 w-full" />,
)

/** For staff, who publish it as well. */
export const StaffReportSection = ({ row }: { row: AnalysisOfUser }) => (
  <ReportSection
    analysisRequestId={row.analysisRequestId}
    viewer="staff"
    publishing={{ isPublished: row.status === 'PROCESSED', onChanged: refreshRequest }}
  />
)

import { type ComponentProps, Suspense } from 'react'
import type { AnalysisOfUser } from '#contract/analyses.ts'
import { lateComponent } from '#web/lib/late-code.tsx'
import { LoadFailed } from '#web/ui/list/load-failed.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { refreshRequest } from './refresh-request.ts'

const LateSection = lateComponent(
  async () => (await import('#web/features/reports/report-section.tsx')).ReportSection,
  ({ trying, onTryAgain }) => <LoadFailed title="The report could not be loaded" {...{ trying, onTryAgain }} />,
)

/** The report of a request, loaded once the page is shown. */
export const ReportSection = (props: ComponentProps<typeof LateSection>) => (
  <Suspense fallback={<Skeleton className="h-40 w-full" />}>
    <LateSection {...props} />
  </Suspense>
)

/** For staff, who publish it as well. */
export const StaffReportSection = ({ row }: { row: AnalysisOfUser }) => (
  <ReportSection
    analysisRequestId={row.analysisRequestId}
    viewer="staff"
    publishing={{ isPublished: row.status === 'PROCESSED', onChanged: refreshRequest }}
  />
)

import { type ComponentProps, Suspense } from 'react'
import { useRefreshAnalyses } from '#web/features/analyses/analysis-queries.ts'
import { useRefreshReports } from '#web/features/reports/report-queries.ts'
import { lateComponent } from '#web/lib/late-code.tsx'

const LateSection = lateComponent(
  async () => (await import('./staff/request-processing.tsx')).RequestProcessing,
  () => null,
)

/** The runs of a request, loaded once the page is shown. */
export function ProcessingSection(props: Pick<ComponentProps<typeof LateSection>, 'analysisRequestId'>) {
  const refreshAnalyses = useRefreshAnalyses()
  const refreshReports = useRefreshReports()
  const refresh = () => {
    void refreshAnalyses()
    void refreshReports()
  }
  return (
    <Suspense>
      <LateSection {...props} onAttached={refresh} />
    </Suspense>
  )
}

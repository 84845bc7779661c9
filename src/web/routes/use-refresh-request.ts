import { useRefreshAnalyses } from '#web/features/analyses/analysis-queries.ts'
import { useRefreshReports } from '#web/features/reports/report-queries.ts'

/** After its report has changed, which may have changed its status. */
export function useRefreshRequest(): () => void {
  const refreshAnalyses = useRefreshAnalyses()
  const refreshReports = useRefreshReports()
  return () => {
    void refreshAnalyses()
    void refreshReports()
  }
}

import { refreshAnalyses } from '#web/features/analyses/analysis-queries.ts'
import { refreshReports } from '#web/features/reports/report-queries.ts'

/** After its report has changed, which may have changed its status. */
export function refreshRequest(): void {
  refreshAnalyses()
  void refreshReports()
}

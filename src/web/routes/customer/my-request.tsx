import { useParams } from 'react-router'
import type { AnalysisRow } from '#contract/analyses.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { useMyAnalysis } from '#web/features/analyses/analysis-queries.ts'
import { MyRequestStatus } from '#web/features/analyses/my-request-status.tsx'
import { RequestContent } from '#web/features/analyses/request-content.tsx'
import { RequestPage, type RequestPageContent, RequestSections } from '#web/features/analyses/request-page.tsx'
import { TimelineSteps } from '#web/features/analyses/timeline.tsx'
import { useProgress } from '#web/features/processing/use-progress.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { Time } from '#web/lib/time.tsx'
import { FlightSection } from '../flight-on-demand.tsx'
import { MapCards } from '../map-cards-on-demand.tsx'
import { screens } from '../pages.ts'
import { ReportSection } from '../report-on-demand.tsx'
import { DeletedRequest, deletionSection } from '../request-deletion.tsx'
import { AnswerRequest } from './answer-request.tsx'

export function Component() {
  const { analysisRequestId = '' } = useParams()
  const query = useMyAnalysis(analysisRequestId)
  const { data: row } = query
  usePageTitle(row ? projectTypeLabel(row.projectType) : screens.myRequest.title)
  return <RequestPage query={query} backTo={paths.myDashboard()} content={row && contentOf(row)} />
}

function contentOf(row: AnalysisRow): RequestPageContent {
  const { analysisRequestId, status, submittedTime } = row
  const sections = [
    { id: 'request', title: 'Request', content: <RequestContent row={row} filesTitle="Archive" /> },
    { id: 'timeline', title: 'Timeline', content: <MyTimeline analysisRequestId={analysisRequestId} /> },
    ...deletionSection(row),
  ]
  const report = (
    <>
      <MapCards analysisRequestId={analysisRequestId} mapPath={paths.myMap(analysisRequestId)} />
      <ReportSection analysisRequestId={analysisRequestId} viewer="customer" />
    </>
  )
  return {
    panel: (
      <>
        <p className="text-sm text-muted">
          Submitted <Time at={submittedTime} />
        </p>
        <DeletedRequest row={row} />
        <MyRequestStatus row={row}>{status === 'REJECTED' && <AnswerRequest row={row} />}</MyRequestStatus>
      </>
    ),
    parts: [
      { id: 'request', title: 'Request', content: <RequestSections sections={sections} /> },
      {
        id: 'flight',
        title: 'Flight',
        isBench: true,
        content: (
          <FlightSection analysisRequestId={analysisRequestId} outputs={row.reportCategories} viewer="customer" />
        ),
      },
      ...(status === 'PROCESSED' ? [{ id: 'report', title: 'Report', content: report }] : []),
    ],
    ...(status === 'PROCESSED' && { first: 'report' }),
  }
}

/** The steps of a request for its customer. What comes of processing, staff look at first. */
function MyTimeline({ analysisRequestId }: { analysisRequestId: string }) {
  const { data: processing } = useProgress(analysisRequestId)
  return <TimelineSteps analysisRequestId={analysisRequestId} processing={processing} />
}

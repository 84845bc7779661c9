import { useParams } from 'react-router'
import type { AnalysisOfUser } from '#contract/analyses.ts'
import { displayName } from '#domain/display-names.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { ActivityLink } from '#web/features/activity/activity-link.tsx'
import { useAnalysis } from '#web/features/analyses/analysis-queries.ts'
import { AssigneeField } from '#web/features/analyses/assignee-field.tsx'
import { CustomerContact } from '#web/features/analyses/customer-contact.tsx'
import { ReportButtons } from '#web/features/analyses/report-buttons.tsx'
import { RequestContent } from '#web/features/analyses/request-content.tsx'
import { RequestPage, type RequestPageContent, RequestSections } from '#web/features/analyses/request-page.tsx'
import { StatusForm } from '#web/features/analyses/status-form.tsx'
import { lateExtra } from '#web/lib/late-code.tsx'
import { latePart } from '#web/lib/late-part.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { Age, Time } from '#web/lib/time.tsx'
import { FlightSection } from '../flight-on-demand.tsx'
import { MapCards } from '../map-cards-on-demand.tsx'
import { screens } from '../pages.ts'
import { StaffReportSection } from '../report-on-demand.tsx'
import { DeletedRequest, deletionSection } from '../request-deletion.tsx'
import { useReportDialogs } from '../use-report-dialogs.tsx'

const Timeline = latePart(
  'The timeline could not be loaded',
  async () => (await import('#web/features/analyses/timeline.tsx')).TimelineSteps,
)

const RequestProcessing = lateExtra(async () => (await import('./request-processing.tsx')).RequestProcessing)

export function Component() {
  const { analysisRequestId = '' } = useParams()
  const query = useAnalysis(analysisRequestId)
  const { data: row } = query
  usePageTitle(row ? titleOf(row) : screens.adminRequest.title)
  return <RequestPage query={query} backTo={paths.adminRequests()} content={row && contentOf(row)} />
}

function contentOf(row: AnalysisOfUser): RequestPageContent {
  const { analysisRequestId } = row
  const customer = displayName(row.user.fullName)
  const sections = [
    { id: 'request', title: 'Request', content: <RequestContent row={row} filesTitle="Archive" /> },
    {
      id: 'timeline',
      title: 'Timeline',
      content: <Timeline analysisRequestId={analysisRequestId} />,
    },
    ...deletionSection(row),
  ]
  const report = (
    <>
      <MapCards analysisRequestId={analysisRequestId} mapPath={paths.adminMap(analysisRequestId)} />
      <StaffReportSection row={row} />
    </>
  )
  return {
    facts: customer,
    actions: <ActivityLink subject={`analysis:${analysisRequestId}`} of={`this request of ${customer}`} />,
    panel: <StaffPanel key={analysisRequestId} row={row} />,
    parts: [
      { id: 'request', title: 'Request', content: <RequestSections sections={sections} /> },
      {
        id: 'flight',
        title: 'Flight',
        isBench: true,
        content: <FlightSection analysisRequestId={analysisRequestId} outputs={row.reportCategories} viewer="staff" />,
      },
      {
        id: 'processing',
        title: 'Processing',
        content: <RequestProcessing analysisRequestId={analysisRequestId} />,
      },
      ...(row.reportFiles > 0 ? [{ id: 'report', title: 'Report', content: report }] : []),
    ],
  }
}

const titleOf = ({ projectType, user }: AnalysisOfUser): string =>
  `${projectTypeLabel(projectType)}, ${displayName(user.fullName)}`

/** What staff do with a request, and whom they answer. */
function StaffPanel({ row }: { row: AnalysisOfUser }) {
  const { reportDialog, ...report } = useReportDialogs(row)
  return (
    <>
      <h2 className="sr-only">Work on this request</h2>
      <p className="text-sm text-muted">
        Submitted <Time at={row.submittedTime} /> (<Age at={row.submittedTime} /> ago)
      </p>
      <DeletedRequest row={row} />
      <AssigneeField row={row} />
      <StatusForm row={row} />
      <div className="flex flex-wrap gap-2 border-t border-line pt-5 @4xl:*:grow">
        <ReportButtons row={row} {...report} />
      </div>
      <div className="border-t border-line pt-5">
        <CustomerContact user={row.user} />
      </div>
      {reportDialog}
    </>
  )
}

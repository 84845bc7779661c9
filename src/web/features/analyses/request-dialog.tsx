import type { ReactNode } from 'react'
import type { AnalysisOfUser } from '#contract/analyses.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { paths } from '#web/lib/paths.ts'
import { Time } from '#web/lib/time.tsx'
import { Detail, Details } from '#web/ui/details.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { AssigneeField } from './assignee-field.tsx'
import { CustomerContact } from './customer-contact.tsx'
import { OpenPageLink } from './open-page-link.tsx'
import { ReportButtons, type ReportButtonsProps } from './report-buttons.tsx'
import { RequestContent } from './request-content.tsx'
import { StatusForm } from './status-form.tsx'
import { Timeline } from './timeline.tsx'

type RequestDialogProps = ReportButtonsProps & {
  /** A link to the activity log of this request. */
  activityLink: ReactNode
  onClose: () => void
}

export function RequestDialog(props: RequestDialogProps) {
  return (
    <Dialog
      title="Requested User Details"
      size="large"
      action={<OpenPageLink to={paths.adminRequest(props.row.analysisRequestId)} />}
      onClose={props.onClose}
    >
      <div className="flex flex-col gap-6">
        <Customer {...props} />
        <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_18rem] md:grid-rows-[auto_1fr] md:gap-x-8">
          <Facts row={props.row} />
          <div className="flex flex-col gap-6 md:row-span-2">
            <AssigneeField row={props.row} />
            <StatusForm row={props.row} />
            <Timeline analysisRequestId={props.row.analysisRequestId} />
          </div>
          <RequestContent row={props.row} filesTitle="Uploaded File" />
        </div>
      </div>
    </Dialog>
  )
}

const Customer = ({ row, activityLink, onViewReport, onUploadReport }: RequestDialogProps) => (
  <CustomerContact user={row.user}>
    <div className="flex flex-wrap items-center gap-2">
      <span className="max-md:-ml-3">{activityLink}</span>
      <ReportButtons row={row} onViewReport={onViewReport} onUploadReport={onUploadReport} />
    </div>
  </CustomerContact>
)

const Facts = ({ row }: { row: AnalysisOfUser }) => (
  <Details>
    <Detail name="Uploaded At">
      <Time at={row.submittedTime} />
    </Detail>
    <Detail name="Project Name">
      <bdi>{projectTypeLabel(row.projectType)}</bdi>
    </Detail>
    <Detail name="Role">{row.user.roles.join(', ')}</Detail>
  </Details>
)

import { Check, FileText, FileUp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AnalysisOfUser } from '#contract/analyses.ts'
import { isReportCategory, REPORT_CATEGORIES } from '#domain/analyses.ts'
import { displayName } from '#domain/display-names.ts'
import { formatDateTime } from '#domain/units.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Detail, Details } from '#web/ui/details.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { UnknownValue } from '#web/ui/unknown-value.tsx'
import { FileList } from './file-list.tsx'
import { StatusForm } from './status-form.tsx'
import { Timeline } from './timeline.tsx'

type RequestDialogProps = {
  row: AnalysisOfUser
  /** Counts the changes of the report made here; each one resets a status that was chosen before. */
  reportChanges: number
  /** A link to the activity log of this request. */
  activityLink: ReactNode
  onClose: () => void
  onViewReport: () => void
  onUploadReport: () => void
}

export function RequestDialog(props: RequestDialogProps) {
  return (
    <Dialog title="Requested User Details" size="large" onClose={props.onClose}>
      <div className="flex flex-col gap-6">
        <Customer {...props} />
        <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_18rem] md:grid-rows-[auto_1fr] md:gap-x-8">
          <Facts row={props.row} />
          <div className="flex flex-col gap-6 md:row-span-2">
            <StatusForm key={props.reportChanges} row={props.row} />
            <Timeline analysisRequestId={props.row.analysisRequestId} />
          </div>
          <RequestedOutputs row={props.row} />
        </div>
      </div>
    </Dialog>
  )
}

const Customer = ({ row, activityLink, onViewReport, onUploadReport }: RequestDialogProps) => (
  <header className="flex flex-wrap items-center gap-x-4 gap-y-3">
    <Avatar text={displayName(row.user.fullName)} className="size-12 text-base" />
    <div className="min-w-0 grow basis-52">
      <p className="font-display text-lg font-semibold break-words">
        <bdi>{displayName(row.user.fullName)}</bdi>
      </p>
      <a href={`mailto:${row.user.email}`} className="text-sm break-all text-muted underline underline-offset-2">
        {displayName(row.user.email)}
      </a>
    </div>
    <div className="flex flex-wrap items-center gap-2">
      <span className="max-md:-ml-3">{activityLink}</span>
      {row.reportFiles > 0 && (
        <Button variant="secondary" onClick={onViewReport}>
          <FileText aria-hidden className="size-4" />
          View Report
        </Button>
      )}
      <Button onClick={onUploadReport}>
        <FileUp aria-hidden className="size-4" />
        Upload Report
      </Button>
    </div>
  </header>
)

const Facts = ({ row }: { row: AnalysisOfUser }) => (
  <Details>
    <Detail name="Uploaded At">{formatDateTime(new Date(row.submittedTime))}</Detail>
    <Detail name="Project Name">
      <bdi>{projectTypeLabel(row.projectType)}</bdi>
    </Detail>
    <Detail name="Role">{row.user.roles.join(', ')}</Detail>
  </Details>
)

/** What the customer asked for: the outputs, the description and the archive. */
const RequestedOutputs = ({ row }: { row: AnalysisOfUser }) => (
  <div className="flex min-w-0 flex-col gap-6">
    <section>
      <h3 className="mb-2 text-sm font-semibold">Requested outputs</h3>
      <CategoryList categories={row.reportCategories} />
    </section>
    <section>
      <h3 className="mb-1 text-sm font-semibold">Description</h3>
      <p className="text-sm break-words whitespace-pre-line">{row.description || 'No description provided.'}</p>
    </section>
    <FileList
      analysisRequestId={row.analysisRequestId}
      title="Uploaded File"
      urls={row.fileUrls}
      sizes={row.fileSizes}
      receipts={row.receipts}
    />
  </div>
)

/** What the customer asked for. An unknown category has a warning. */
const CategoryList = ({ categories }: { categories: readonly string[] }) => (
  <ul className="flex flex-col gap-1 text-sm">
    {categories.map((id) =>
      isReportCategory(id) ? (
        <li key={id} className="flex items-start gap-1.5">
          <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-action" />
          <span className="inline-block first-letter:uppercase">{REPORT_CATEGORIES[id]}</span>
        </li>
      ) : (
        <li key={id}>
          <UnknownValue>{id}</UnknownValue>
        </li>
      ),
    )}
  </ul>
)

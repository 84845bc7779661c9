import { useState } from 'react'
import type { ReportFile } from '#contract/reports.ts'
import { displayName } from '#domain/display-names.ts'
import { REMARKS_MAX } from '#domain/reports.ts'
import { counted, formatBytes } from '#domain/units.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { publishError } from './messages.ts'
import { usePublishReport } from './report-queries.ts'

type PublishReportProps = {
  analysisRequestId: string
  /** Whether the customer can open the report. */
  isPublished: boolean
  files: readonly ReportFile[]
  onChanged: () => void
}

/** Says what the customer will see and get, and publishes what is attached: drafts, or a report that was withdrawn. */
export function PublishReport({ analysisRequestId, isPublished, files, onChanged }: PublishReportProps) {
  const publish = usePublishReport()
  const [description, setDescription] = useState('')
  const hidden = isPublished ? files.filter((file) => !file.isPublished) : files
  return (
    <Alert
      tone={publish.isError ? 'danger' : 'note'}
      title={
        publish.isError
          ? publishError(publish.error)
          : isPublished
            ? "The customer can't see the drafts"
            : "The customer can't see this report"
      }
      action={
        <Button
          variant="secondary"
          size="small"
          pending={publish.isPending}
          onClick={() =>
            publish.mutate(
              { analysisRequestId, description },
              {
                onSuccess: () => {
                  toast.success('Report published')
                  onChanged()
                },
              },
            )
          }
        >
          Publish
        </Button>
      }
    >
      Publishing shows all of these files to the customer and notifies them.
      <p className="mt-2 break-words">
        They will see {summaryOf(hidden)}, and get a notice and an email with a link to the report.
      </p>
      <TextField
        label="Remarks"
        hint="Shown with the report. Without any, those of its newest file."
        className="mt-3"
        maxLength={REMARKS_MAX}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
    </Alert>
  )
}

const NAMED_MAX = 6

/** '2 new files of 3.1 MB: a.tif, b.csv' */
function summaryOf(files: readonly ReportFile[]): string {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const names = files.slice(0, NAMED_MAX).map(({ fileName }) => displayName(fileName))
  const more = files.length > NAMED_MAX ? ` and ${files.length - NAMED_MAX} more` : ''
  return `${counted(files.length, 'new file')} of ${formatBytes(bytes)}: ${names.join(', ')}${more}`
}

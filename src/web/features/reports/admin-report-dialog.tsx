import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { displayName, isolateName } from '#domain/display-names.ts'
import { type LinkedFile, linkedFiles, storedNameOf } from '#domain/file-names.ts'
import { NO_REMARKS } from '#domain/reports.ts'
import { formatBytes } from '#domain/units.ts'
import { QueryFailed } from '#web/lib/query-failed.tsx'
import { Time } from '#web/lib/time.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Detail, Details } from '#web/ui/details.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Loading } from '#web/ui/spinner.tsx'
import { REPORT_FAILED, removalError } from './messages.ts'
import { PublishReport } from './publish-report.tsx'
import { type MapParts, ReportFileTile } from './report-file-tile.tsx'
import { useRemoveReportFile, useReport } from './report-queries.ts'

type AdminReportDialogProps = MapParts & {
  analysisRequestId: string
  /** Whether the customer can open the report. */
  isPublished: boolean
  onClose: () => void
  /** Called after the report was published or a file removed, which may have changed the request. */
  onChanged: () => void
}

export const AdminReportDialog = ({ onClose, ...report }: AdminReportDialogProps) => (
  <Dialog title="Admin Reports" onClose={onClose}>
    <AdminReport {...report} />
  </Dialog>
)

function AdminReport({ isPublished, onChanged, ...tile }: Omit<AdminReportDialogProps, 'onClose'>) {
  const { analysisRequestId } = tile
  const query = useReport(analysisRequestId)
  const { data: report, isPending, isError } = query
  const [removing, setRemoving] = useState<FileToRemove>()

  if (isPending) return <Loading>Loading the report...</Loading>
  if (isError && !report) return <QueryFailed title={REPORT_FAILED} query={query} />
  if (!report)
    return (
      <Alert tone="note" title="No report data available">
        No file is attached to this request.
      </Alert>
    )
  const isSeen = isPublished && report.files.every((file) => file.isPublished)
  return (
    <div className="flex flex-col gap-6">
      {!isSeen && <PublishReport {...{ analysisRequestId, isPublished, onChanged }} files={report.files} />}
      <Details>
        <Detail name="Updated by">
          <span className="font-semibold">
            <bdi>{displayName(report.updatedBy.fullName)}</bdi>
          </span>
          <span className="block break-all text-muted">{displayName(report.updatedBy.email)}</span>
        </Detail>
        <Detail name="Updated Time">
          <Time at={report.updatedTime} />
        </Detail>
        <Detail name="Remarks" stacked>
          <p className="whitespace-pre-line">{report.remarks || NO_REMARKS}</p>
        </Detail>
      </Details>
      <section>
        <h3 className="mb-2 text-sm font-semibold">Final Processed File</h3>
        <ul className="flex flex-col gap-2">
          {linkedFiles(report.reportUrls, report.reportSizes).map((file, index) => (
            <ReportFileTile
              key={storedNameOf(file.url) ?? file.name}
              report={report}
              index={index}
              {...tile}
              action={
                <IconButton
                  icon={Trash2}
                  label={`Remove ${file.name}`}
                  onClick={() => setRemoving({ ...file, isDraft: report.files[index]?.isPublished === false })}
                />
              }
            />
          ))}
        </ul>
      </section>
      {removing && (
        <RemoveFile
          file={removing}
          isLast={isPublished && report.files.filter((file) => file.isPublished).length === 1}
          analysisRequestId={analysisRequestId}
          onChanged={onChanged}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </div>
  )
}

type FileToRemove = LinkedFile & { isDraft: boolean }

type RemoveFileProps = Pick<AdminReportDialogProps, 'analysisRequestId' | 'onChanged' | 'onClose'> & {
  file: FileToRemove
  /** Whether the customer can open the report, and it is the only published file. */
  isLast: boolean
}

function RemoveFile({ file, isLast, analysisRequestId, onChanged, onClose }: RemoveFileProps) {
  const removal = useRemoveReportFile()
  const remove = () =>
    removal.mutate(
      { analysisRequestId, storedName: storedNameOf(file.url) ?? '' },
      {
        onSuccess: () => {
          toast.success(`${isolateName(file.name)} removed`)
          onChanged()
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      title="Remove this file?"
      confirmLabel="Remove file"
      keepLabel="Keep"
      pending={removal.isPending}
      error={removal.isError ? removalError(removal.error) : undefined}
      onConfirm={remove}
      onKeep={onClose}
    >
      <p>
        <bdi className="font-semibold break-all">{file.name}</bdi>
        {file.size !== undefined && ` (${formatBytes(file.size)})`}
      </p>
      <p>
        {file.isDraft
          ? "It will be deleted. It is a draft, so the customer hasn't seen it."
          : 'It will be deleted, and the customer will no longer be able to download it.'}
        {isLast && !file.isDraft && ' No other file is published, so the request goes back under review.'}
      </p>
    </ConfirmDialog>
  )
}

import { useId, useState } from 'react'
import { displayName } from '#domain/display-names.ts'
import { REMARKS_MAX } from '#domain/reports.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Detail, Details } from '#web/ui/details.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { QueuedFiles } from './queued-files.tsx'
import type { QueueSnapshot } from './upload-queue.ts'
import { useReportUpload } from './use-report-upload.ts'

type ReportUploadDialogProps = {
  analysisRequestId: string
  projectType: string
  onClose: () => void
  onUploaded: () => void
}

export function ReportUploadDialog({ projectType, onClose, ...props }: ReportUploadDialogProps) {
  const { analysisRequestId } = props
  const formId = useId()
  const { task, fault, add, send } = useReportUpload({ ...props, onClose })
  const [remarks, setRemarks] = useState(task.details()?.remarks ?? '')
  const [asked, setAsked] = useState(false)
  const snapshot = task.queue.getSnapshot()
  const { running } = snapshot
  const details = { analysisRequestId, projectType, remarks }

  const cancel = () => {
    if (running) return setAsked(true)
    onClose()
  }
  const cancelUpload = () => {
    void task.cancelUpload()
    onClose()
  }

  return (
    <Dialog
      title="Upload Report"
      closesOnBackdrop={false}
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" form={formId} pending={running}>
            {running ? 'Uploading...' : 'Upload'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (!running) void send(details)
        }}
      >
        <Details>
          <Detail name="Project Name">
            <span className="font-semibold">
              <bdi>{projectTypeLabel(projectType)}</bdi>
            </span>
          </Detail>
        </Details>
        <TextField
          label="Remarks"
          hint="Shown to the customer with the files."
          maxLength={REMARKS_MAX}
          disabled={running}
          value={remarks}
          onChange={(event) => setRemarks(event.target.value)}
        />
        <FileDrop
          multiple
          label="Report files"
          disabled={running}
          error={fault}
          hint="Files of any type, up to 10 GB each"
          onFiles={add}
        />
        <QueuedFiles task={task} onRetry={(key) => void task.send(details, key)} />
        {running && (
          <p className="text-sm text-muted">You can close this window: the upload goes on at the foot of the page.</p>
        )}
      </form>
      {asked && running && (
        <Question snapshot={snapshot} onCancelUpload={cancelUpload} onKeep={() => setAsked(false)} />
      )}
    </Dialog>
  )
}

type QuestionProps = { snapshot: QueueSnapshot; onCancelUpload: () => void; onKeep: () => void }

const Question = ({ snapshot: { files }, onCancelUpload, onKeep }: QuestionProps) => (
  <ConfirmDialog
    title="Cancel this upload?"
    confirmLabel="Cancel upload"
    keepLabel="Keep uploading"
    onConfirm={onCancelUpload}
    onKeep={onKeep}
  >
    <p>What has arrived of these files is deleted, and the report is not published:</p>
    <ul className="list-disc pl-5">
      {files.map(({ key, file }) => (
        <li key={key} className="break-all">
          <bdi>{displayName(file.name)}</bdi>
        </li>
      ))}
    </ul>
  </ConfirmDialog>
)

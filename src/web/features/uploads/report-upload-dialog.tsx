import { useId, useState } from 'react'
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
import { useLeaving } from './use-leaving.ts'
import { useReportUpload } from './use-report-upload.ts'

type ReportUploadDialogProps = {
  analysisRequestId: string
  projectType: string
  onClose: () => void
  onUploaded: () => void
}

export function ReportUploadDialog({ analysisRequestId, projectType, onClose, onUploaded }: ReportUploadDialogProps) {
  const formId = useId()
  const [remarks, setRemarks] = useState('')
  const { snapshot, fault, add, remove, send, giveUp } = useReportUpload(() => {
    onUploaded()
    onClose()
  })
  const { running } = snapshot
  const leaving = useLeaving(running, giveUp, onClose)

  return (
    <Dialog
      title="Upload Report"
      closesOnBackdrop={false}
      onClose={leaving.ask}
      footer={
        <>
          <Button variant="secondary" onClick={leaving.ask}>
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
          if (!running) void send({ analysisRequestId, projectType, remarks })
        }}
      >
        <Details>
          <Detail name="Project Name">
            <span className="font-semibold">{projectTypeLabel(projectType)}</span>
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
        <QueuedFiles snapshot={snapshot} onRemove={remove} />
      </form>
      {leaving.asked && (
        <ConfirmDialog
          title="Cancel this upload?"
          confirmLabel="Cancel upload"
          keepLabel="Keep uploading"
          pending={leaving.pending}
          onConfirm={leaving.leave}
          onKeep={leaving.stay}
        >
          <LostFiles snapshot={snapshot} />
        </ConfirmDialog>
      )}
    </Dialog>
  )
}

const LostFiles = ({ snapshot: { files } }: { snapshot: QueueSnapshot }) => (
  <>
    <p>What has arrived of these files is deleted, and the report is not published:</p>
    <ul className="list-disc pl-5">
      {files.map(({ key, file }) => (
        <li key={key} className="break-all">
          {file.name}
        </li>
      ))}
    </ul>
  </>
)

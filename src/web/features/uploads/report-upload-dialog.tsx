import { useId } from 'react'
import { displayName } from '#domain/display-names.ts'
import { REMARKS_MAX } from '#domain/reports.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { Button } from '#web/ui/button.tsx'
import { Detail, Details } from '#web/ui/details.tsx'
import { FileDrop } from '#web/ui/form/file-drop.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { messages } from './messages.ts'
import { MissingOutputsDialog, OrderedOutputs } from './ordered-outputs.tsx'
import { QueuedFiles } from './queued-files.tsx'
import type { QueueSnapshot } from './upload-queue.ts'
import { type ReportUploadOptions, useReportUpload } from './use-report-upload.ts'

export function ReportUploadDialog(options: ReportUploadOptions) {
  const { request, onClose } = options
  const [formId, effectId] = [useId(), useId()]
  const { task, running, question, ...form } = useReportUpload(options)
  return (
    <Dialog
      title="Upload Report"
      closesOnBackdrop={false}
      hasChosenFiles={form.hasChosenFiles}
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" onClick={form.cancel}>
            Cancel
          </Button>
          {!running && (
            <Button variant="secondary" onClick={form.saveDraft}>
              Save draft
            </Button>
          )}
          <Button type="submit" form={formId} pending={running} aria-describedby={running ? undefined : effectId}>
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
          form.submit()
        }}
      >
        <Addressee request={request} />
        <OrderedOutputs
          ordered={request.reportCategories}
          ticked={form.ticked}
          disabled={running}
          onTick={form.setTicked}
        />
        <TextField
          label="Remarks"
          hint="Shown to the customer with the files."
          maxLength={REMARKS_MAX}
          disabled={running}
          value={form.remarks}
          onChange={(event) => form.setRemarks(event.target.value)}
        />
        <FileDrop
          multiple
          label="Report files"
          disabled={running}
          error={form.fault}
          hint="Files of any type, up to 10 GB each"
          onFiles={form.add}
        />
        <QueuedFiles
          task={task}
          onRetry={form.retry}
          whenFailed="Nothing is attached until every file has arrived. Choose Upload again to send only what is missing."
        />
        <p id={effectId} className="text-sm text-muted">
          {running ? messages.mayClose : 'Upload publishes the report and notifies the customer.'}
        </p>
      </form>
      {question === 'cancel' && running && (
        <Question snapshot={task.queue.getSnapshot()} onCancelUpload={form.cancelUpload} onKeep={form.keep} />
      )}
      {question === 'publish' && (
        <MissingOutputsDialog missing={form.missing} onPublish={form.publishAnyway} onKeep={form.keep} />
      )}
    </Dialog>
  )
}

const Addressee = ({ request: { user, projectType } }: Pick<ReportUploadOptions, 'request'>) => (
  <Details>
    <Detail name="Customer">
      <bdi>{displayName(user.fullName)}</bdi>
      <span className="block break-all text-muted">{displayName(user.email)}</span>
    </Detail>
    <Detail name="Project Name">
      <span className="font-semibold">
        <bdi>{projectTypeLabel(projectType)}</bdi>
      </span>
    </Detail>
  </Details>
)

type QuestionProps = { snapshot: QueueSnapshot; onCancelUpload: () => void; onKeep: () => void }

const Question = ({ snapshot: { files }, onCancelUpload, onKeep }: QuestionProps) => (
  <ConfirmDialog
    title="Cancel this upload?"
    confirmLabel="Cancel upload"
    keepLabel="Keep uploading"
    onConfirm={onCancelUpload}
    onKeep={onKeep}
  >
    <p>Everything uploaded so far will be deleted, and the report won't be published. Files:</p>
    <ul className="list-disc pl-5">
      {files.map(({ key, file }) => (
        <li key={key} className="break-all">
          <bdi>{displayName(file.name)}</bdi>
        </li>
      ))}
    </ul>
  </ConfirmDialog>
)

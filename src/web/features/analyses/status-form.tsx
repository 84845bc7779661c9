import { useState } from 'react'
import type { AnalysisOfUser } from '#contract/analyses.ts'
import { CHOOSABLE_STATUSES, type ChoosableStatus, statusLabel } from '#domain/analyses.ts'
import { displayName } from '#domain/display-names.ts'
import { counted } from '#domain/units.ts'
import { STAFF_MESSAGE_MAX } from '#domain/users.ts'
import { messageOr } from '#web/lib/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useChangeStatus } from './analysis-queries.ts'
import { conflictIn, REASON_REQUIRED, statusNotSaved, statusSaved } from './messages.ts'
import { StatusBadge } from './status-badge.tsx'

/** The values that staff are about to save, and the request when they started. */
type Draft = { status: ChoosableStatus; message: string; start: AnalysisOfUser }

/** A change of anything but status and message, for example of the assignee, does not concern a draft. */
const versionFor = ({ start }: Draft, row: AnalysisOfUser): number =>
  row.status === start.status && row.message === start.message ? row.version : start.version

const isChoosable = (value: string): value is ChoosableStatus => CHOOSABLE_STATUSES.some((status) => status === value)

/** What staff have chosen and written, until it is saved. */
function useStatusDraft(row: AnalysisOfUser) {
  const [draft, setDraft] = useState<Draft>()
  const [isReasonMissing, setIsReasonMissing] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const change = useChangeStatus()
  // A report that was published or removed meanwhile has changed the status; what was written is kept.
  if (draft && draft.message.trim() === '' && row.status !== draft.start.status) setDraft(undefined)

  const save = (saved: Draft) => {
    const { status: fileStatus, message } = saved
    change.mutate(
      {
        analysisRequestId: row.analysisRequestId,
        fileStatus,
        version: versionFor(saved, row),
        ...((message.trim() || fileStatus === row.status) && { message: message.trim() }),
      },
      {
        onSuccess: () => {
          setDraft(undefined)
          toast.success(fileStatus === row.status ? 'Message updated' : statusSaved(fileStatus))
        },
        onError: (error) => {
          toast.error(statusNotSaved(error))
          const present = conflictIn(error)
          if (present) setDraft({ status: fileStatus, message, start: present })
        },
        onSettled: () => setIsAsking(false),
      },
    )
  }

  return {
    draft,
    change,
    isReasonMissing,
    isAsking,
    choose: (value: string) => {
      change.reset()
      setIsReasonMissing(false)
      // A message of the present status is not that of another one.
      const isNewStatus = draft?.status !== row.status
      if (!isChoosable(value) || value === row.status) setDraft(undefined)
      else setDraft({ message: '', start: row, ...(isNewStatus && draft), status: value })
    },
    editMessage: (status: ChoosableStatus) => setDraft({ status, message: row.message ?? '', start: row }),
    write: (message: string) => {
      setIsReasonMissing(false)
      setDraft(draft && { ...draft, message })
    },
    submit: () => {
      if (!draft || change.isPending) return
      const lacksReason = draft.status === 'REJECTED' && draft.message.trim() === ''
      setIsReasonMissing(lacksReason)
      if (lacksReason) return
      if (row.status === 'PROCESSED' && row.reportFiles > 0) setIsAsking(true)
      else save(draft)
    },
    confirm: () => draft && save(draft),
    keep: () => setIsAsking(false),
  }
}

export function StatusForm({ row }: { row: AnalysisOfUser }) {
  const { draft, change, isReasonMissing, isAsking, ...form } = useStatusDraft(row)
  const conflict = conflictIn(change.error)
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <Select
        label="File Status"
        options={optionsFor(row.status)}
        value={draft?.status ?? row.status}
        disabled={change.isPending}
        onChange={(event) => form.choose(event.target.value)}
      />
      {change.error && (
        <Alert tone="danger" title={messageOr(change.error, statusNotSaved(change.error))}>
          {conflict && (
            <span className="flex flex-wrap items-center gap-2">
              It is now <StatusBadge status={conflict.status} /> {conflict.message && `Message: ${conflict.message}`}
            </span>
          )}
        </Alert>
      )}
      {!draft && isChoosable(row.status) && (
        <PresentMessage message={row.message} status={row.status} onEdit={form.editMessage} />
      )}
      {draft && (
        <MessageField
          draft={draft}
          error={isReasonMissing ? REASON_REQUIRED : undefined}
          pending={change.isPending}
          submitLabel={draft.status === row.status ? 'Update Message' : 'Update Status'}
          onChange={form.write}
        />
      )}
      {isAsking && <WithdrawDialog row={row} pending={change.isPending} onConfirm={form.confirm} onKeep={form.keep} />}
    </form>
  )
}

type MessageFieldProps = {
  draft: Draft
  error: string | undefined
  pending: boolean
  submitLabel: string
  onChange: (message: string) => void
}

const MessageField = ({ draft, error, pending, submitLabel, onChange }: MessageFieldProps) => (
  <>
    <TextArea
      ref={takeFocus}
      label="Message to the customer"
      hint={`${draft.status === 'REJECTED' ? 'Say why.' : 'Optional.'} The customer is notified, and sees it with the request.`}
      error={error}
      rows={3}
      maxLength={STAFF_MESSAGE_MAX}
      value={draft.message}
      disabled={pending}
      onChange={(event) => onChange(event.target.value)}
    />
    <Button type="submit" className="self-start" pending={pending}>
      {submitLabel}
    </Button>
  </>
)

/** The button that opened the field is gone; the focus goes on in the field. */
const takeFocus = (field: HTMLTextAreaElement | null): void => {
  if (document.activeElement === document.body) field?.focus()
}

type WithdrawDialogProps = { row: AnalysisOfUser; pending: boolean; onConfirm: () => void; onKeep: () => void }

const WithdrawDialog = ({ row, ...dialog }: WithdrawDialogProps) => (
  <ConfirmDialog title="Withdraw the report?" confirmLabel="Withdraw report" keepLabel="Keep" {...dialog}>
    <p>
      <bdi>{displayName(row.user.fullName)}</bdi> will no longer be able to open the report of this request (
      {counted(row.reportFiles, 'file')}), and will be notified.
    </p>
    <p>The files stay attached. To show them again, open View Report and choose Publish.</p>
  </ConfirmDialog>
)

type PresentMessageProps = {
  message: string | null
  status: ChoosableStatus
  onEdit: (status: ChoosableStatus) => void
}

const PresentMessage = ({ message, status, onEdit }: PresentMessageProps) => (
  <div className="flex flex-col items-start gap-1 text-sm">
    {message && (
      <>
        <h3 className="font-medium">Message to the customer</h3>
        <p className="max-w-full break-words whitespace-pre-line">{message}</p>
      </>
    )}
    <Button variant="secondary" size="small" onClick={() => onEdit(status)}>
      {message ? 'Edit message' : 'Add a message'}
    </Button>
  </div>
)

/** A status that cannot be chosen is shown while it is the current one. */
const optionsFor = (present: AnalysisOfUser['status']) => [
  ...(isChoosable(present) ? [] : [{ value: present, label: statusLabel(present), disabled: true }]),
  ...CHOOSABLE_STATUSES.map((status) => ({ value: status, label: statusLabel(status) })),
]

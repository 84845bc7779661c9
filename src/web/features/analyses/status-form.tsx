import { useState } from 'react'
import type { AnalysisOfUser } from '#contract/analyses.ts'
import { CHOOSABLE_STATUSES, type ChoosableStatus, statusLabel } from '#domain/analyses.ts'
import { STAFF_MESSAGE_MAX } from '#domain/users.ts'
import { ApiError } from '#web/lib/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.ts'
import { useChangeStatus } from './analysis-queries.ts'
import { conflictIn, statusNotSaved, statusSaved } from './messages.ts'
import { StatusBadge } from './status-badge.tsx'

/** The values that staff are about to save, and the state of the request when they started. */
type Draft = { status: ChoosableStatus; message: string; version: number }

export function StatusForm({ row }: { row: AnalysisOfUser }) {
  const [draft, setDraft] = useState<Draft>()
  const change = useChangeStatus()
  const conflict = conflictIn(change.error)

  const choose = (value: string) => {
    const status = CHOOSABLE_STATUSES.find((choosable) => choosable === value)
    change.reset()
    if (status === undefined || status === row.status) setDraft(undefined)
    else setDraft({ message: '', version: row.version, ...draft, status })
  }
  const save = ({ status: fileStatus, message, version }: Draft) =>
    change.mutate(
      {
        analysisRequestId: row.analysisRequestId,
        fileStatus,
        version,
        ...(message.trim() && { message: message.trim() }),
      },
      {
        onSuccess: () => {
          setDraft(undefined)
          toast.success(statusSaved(fileStatus))
        },
        onError: (error) => {
          toast.error(statusNotSaved(error))
          const present = conflictIn(error)
          if (present) setDraft({ status: fileStatus, message, version: present.version })
        },
      },
    )

  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (draft && !change.isPending) save(draft)
      }}
    >
      <Select
        label="File Status"
        options={optionsFor(row.status)}
        value={draft?.status ?? row.status}
        disabled={change.isPending}
        onChange={(event) => choose(event.target.value)}
      />
      {change.error && (
        <Alert tone="danger" title={change.error instanceof ApiError ? change.error.message : statusNotSaved(null)}>
          {conflict && (
            <span className="flex flex-wrap items-center gap-2">
              It is now <StatusBadge status={conflict.status} /> {conflict.message && `Message: ${conflict.message}`}
            </span>
          )}
        </Alert>
      )}
      {draft && (
        <>
          <TextArea
            label="Message to the customer"
            hint="Optional. Shown with the request."
            rows={3}
            maxLength={STAFF_MESSAGE_MAX}
            value={draft.message}
            disabled={change.isPending}
            onChange={(event) => setDraft({ ...draft, message: event.target.value })}
          />
          <Button type="submit" className="self-start" pending={change.isPending}>
            Update Status
          </Button>
        </>
      )}
    </form>
  )
}

/** A status that cannot be chosen is shown while it is the current one. */
const optionsFor = (present: AnalysisOfUser['status']) => [
  ...(CHOOSABLE_STATUSES.some((status) => status === present)
    ? []
    : [{ value: present, label: statusLabel(present), disabled: true }]),
  ...CHOOSABLE_STATUSES.map((status) => ({ value: status, label: statusLabel(status) })),
]

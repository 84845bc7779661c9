import { useRef } from 'react'
import type { AnalysisOfUser } from '#contract/analyses.ts'
import { displayName } from '#domain/display-names.ts'
import { ApiError } from '#web/lib/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.ts'
import { useAssign, useStaff } from './analysis-queries.ts'
import { ASSIGNEE_NOT_SAVED } from './messages.ts'

const NOBODY = 'nobody'

/** Who works on a request. A choice is saved at once. */
export function AssigneeField({ row }: { row: AnalysisOfUser }) {
  const { data: staff = [] } = useStaff()
  const assign = useAssign()
  const select = useRef<HTMLSelectElement>(null)
  const { assignee, analysisRequestId, version } = row
  const me = staff.find(({ isCaller }) => isCaller)
  const others = staff.filter(({ isCaller }) => !isCaller)
  // Someone who is no longer approved may still be assigned.
  const former = assignee && !staff.some(({ userId }) => userId === assignee.userId) ? [assignee] : []

  const save = (chosen: string) => {
    if (assign.isPending) return
    const assigneeId = chosen === NOBODY ? null : chosen
    assign.mutate(
      { analysisRequestId, assigneeId, version },
      { onSuccess: (saved) => toast.success(`Assigned to ${displayName(saved.assignee?.fullName ?? 'nobody')}`) },
    )
  }
  return (
    <div className="flex flex-col items-start gap-2">
      <Select
        ref={select}
        label="Assigned to"
        className="w-full"
        options={[
          { value: NOBODY, label: 'Nobody' },
          ...(me ? [{ value: me.userId, label: `${displayName(me.fullName)} (you)` }] : []),
          ...[...former, ...others].map(({ userId, fullName }) => ({ value: userId, label: displayName(fullName) })),
        ]}
        value={(assign.isPending ? assign.variables.assigneeId : assignee?.userId) ?? NOBODY}
        onChange={(event) => save(event.target.value)}
      />
      {me && assignee?.userId !== me.userId && (
        <Button
          variant="secondary"
          size="small"
          pending={assign.isPending}
          onClick={() => {
            select.current?.focus()
            save(me.userId)
          }}
        >
          Assign to me
        </Button>
      )}
      {assign.error && (
        <Alert tone="danger" title={assign.error instanceof ApiError ? assign.error.message : ASSIGNEE_NOT_SAVED} />
      )}
    </div>
  )
}

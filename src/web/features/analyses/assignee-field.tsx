import { useRef, useState } from 'react'
import type { AnalysisOfUser } from '#contract/analyses.ts'
import { displayName } from '#domain/display-names.ts'
import { messageOr } from '#web/lib/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { LoadFailed } from '#web/ui/list/load-failed.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useAssign, useStaff } from './analysis-queries.ts'
import { ASSIGNEE_NOT_SAVED, STAFF_FAILED } from './messages.ts'

const NOBODY = 'nobody'

/** Who works on a request. A choice is saved at once. */
export function AssigneeField({ row }: { row: AnalysisOfUser }) {
  const { data: staff = [], isError, isFetching, refetch } = useStaff()
  const assign = useAssign()
  const last = useRef<string>(undefined)
  const [shown, setShown] = useState<string>()
  const select = useRef<HTMLSelectElement>(null)
  const { assignee, analysisRequestId } = row
  const me = staff.find(({ isCaller }) => isCaller)
  const others = staff.filter(({ isCaller }) => !isCaller)
  // Someone who is no longer approved may still be assigned.
  const former = assignee && !staff.some(({ userId }) => userId === assignee.userId) ? [assignee] : []

  /** A choice made while another is being saved is saved after it. */
  const save = async (chosen: string) => {
    const isSaving = last.current !== undefined
    last.current = chosen
    setShown(chosen)
    if (isSaving) return
    try {
      let saved = row
      do {
        const assigneeId = last.current === NOBODY ? null : last.current
        saved = await assign.mutateAsync({ analysisRequestId, assigneeId, version: saved.version })
      } while ((saved.assignee?.userId ?? NOBODY) !== last.current)
      toast.success(`Assigned to ${displayName(saved.assignee?.fullName ?? 'nobody')}`)
    } catch {
      // Shown below the choice.
    } finally {
      last.current = undefined
      setShown(undefined)
    }
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
        value={shown ?? assignee?.userId ?? NOBODY}
        onChange={(event) => void save(event.target.value)}
      />
      {me && assignee?.userId !== me.userId && (
        <Button
          variant="secondary"
          size="small"
          pending={shown !== undefined}
          onClick={() => {
            select.current?.focus()
            void save(me.userId)
          }}
        >
          Assign to me
        </Button>
      )}
      {isError && <LoadFailed title={STAFF_FAILED} trying={isFetching} onTryAgain={() => void refetch()} />}
      {assign.error && <Alert tone="danger" title={messageOr(assign.error, ASSIGNEE_NOT_SAVED)} />}
    </div>
  )
}

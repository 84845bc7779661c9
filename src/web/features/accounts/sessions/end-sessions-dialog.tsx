import type { OpenSession } from '#contract/accounts.ts'
import { Time } from '#web/lib/time.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { endSessionError } from '../messages.ts'
import { deviceName } from './device-name.ts'
import { useEndSessions } from './session-queries.ts'

type EndSessionsDialogProps = {
  sessions: readonly OpenSession[]
  /** Ends all sessions except this one, including those that started after the list was loaded. */
  all: boolean
  onClose: () => void
}

export function EndSessionsDialog({ sessions, all, onClose }: EndSessionsDialogProps) {
  const end = useEndSessions()
  const [only] = sessions
  const confirm = () => {
    if (!only) return
    end.mutate(all ? 'others' : { sessionId: only.sessionId }, {
      onSuccess: () => {
        toast.success(all ? 'All other sessions ended' : 'Session ended')
        onClose()
      },
    })
  }
  return (
    <ConfirmDialog
      title={all ? 'End all other sessions?' : 'End this session?'}
      confirmLabel={all ? 'End all other sessions' : 'End session'}
      keepLabel="Cancel"
      pending={end.isPending}
      error={end.error ? endSessionError(end.error) : undefined}
      onConfirm={confirm}
      onKeep={onClose}
    >
      <ul className="flex flex-col gap-1">
        {sessions.map(({ sessionId, device, address, usedTime }) => (
          <li key={sessionId}>
            <strong className="font-semibold">{deviceName(device)}</strong>, {address}, last used <Time at={usedTime} />
          </li>
        ))}
      </ul>
      <p>
        Anyone logged in there is logged out immediately. An upload running there stops; it can continue after the next
        login.
      </p>
    </ConfirmDialog>
  )
}

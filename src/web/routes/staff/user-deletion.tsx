import { useState } from 'react'
import type { UserDetails } from '#contract/users.ts'
import { DeleteDialog } from '#web/lib/deletion/delete-dialog.tsx'
import { DeletionsList } from '#web/lib/deletion/deletions-list.tsx'
import { useSetLegalHold } from '#web/lib/deletion/use-deletions.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'

/** What of a customer is deleted, whether it must be kept, and deleting them. */
export function UserDeletion({ user }: { user: UserDetails }) {
  const { cognitoUserId: userId, heldBecause } = user
  const [isDeleting, setIsDeleting] = useState(false)
  const [reason, setReason] = useState('')
  const hold = useSetLegalHold()
  return (
    <section className="flex flex-col items-start gap-4">
      <h2 className="font-display text-lg font-semibold">Deleted</h2>
      <div className="w-full max-w-2xl">
        <DeletionsList userId={userId} />
      </div>
      {heldBecause === null ? (
        <form
          className="flex w-full max-w-2xl flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            hold.mutate({ userId, reason }, { onSuccess: () => setReason('') })
          }}
        >
          <TextField
            label="Legal hold: why nothing of this customer may be removed"
            className="min-w-60 flex-1"
            maxLength={500}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          <Button type="submit" variant="secondary" disabled={reason.trim() === ''} pending={hold.isPending}>
            Hold
          </Button>
        </form>
      ) : (
        <Alert
          tone="warning"
          title="Legal hold: nothing of this customer is removed for good"
          className="w-full max-w-2xl"
          action={
            <Button
              variant="secondary"
              size="small"
              pending={hold.isPending}
              onClick={() => hold.mutate({ userId, reason: '' })}
            >
              End the hold
            </Button>
          }
        >
          {heldBecause}
        </Alert>
      )}
      <Button variant="secondary" onClick={() => setIsDeleting(true)}>
        Delete account
      </Button>
      {isDeleting && <DeleteDialog subject={{ kind: 'account', id: userId }} onClose={() => setIsDeleting(false)} />}
    </section>
  )
}

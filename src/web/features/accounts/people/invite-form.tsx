import { z } from 'zod'
import { email } from '#contract/accounts.ts'
import { ACCOUNT_ROLES } from '#domain/memberships.ts'
import { problemOf } from '#web/lib/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmailField } from '#web/ui/form/email-field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useAccountForm } from '../forms/use-account-form.ts'
import { useChangePeople } from './people-queries.ts'
import { ROLE_OPTIONS } from './roles.ts'

const schema = z.object({ email, role: z.enum(ACCOUNT_ROLES) })
const NOBODY = { email: '', role: 'editor' } as const

export function InviteForm() {
  const change = useChangePeople()
  const form = useAccountForm({ schema, defaultValues: NOBODY, onType: change.reset })
  const send = form.submit((body) =>
    change.mutate(
      { is: 'invited', body },
      {
        onSuccess: () => {
          form.reset(NOBODY)
          toast.success(`Invitation sent to ${body.email.trim()}`)
        },
        onError: (error) => {
          if (form.showServerErrors(error)) change.reset()
        },
      },
    ),
  )
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={send}>
      {change.error && <Alert tone="danger">{problemOf(change.error)}</Alert>}
      <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_8rem_auto]">
        <EmailField label="Email of a new person" autoComplete="off" {...form.field('email')} />
        <Select label="Role" options={ROLE_OPTIONS} {...form.field('role')} />
        <Button type="submit" className="h-11 self-start sm:mt-6.5" pending={change.isPending}>
          Invite
        </Button>
      </div>
    </form>
  )
}

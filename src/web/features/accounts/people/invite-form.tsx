import { z } from 'zod'
import { email } from '#contract/accounts.ts'
import { ACCOUNT_ROLES } from '#domain/memberships.ts'
import { problemOf } from '#web/lib/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmailField } from '#web/ui/form/email-field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useSentForm } from '../forms/use-account-form.ts'
import { useChangePeople } from './people-queries.ts'
import { ROLE_OPTIONS } from './roles.ts'

const schema = z.object({ email, role: z.enum(ACCOUNT_ROLES) })
const NOBODY = { email: '', role: 'editor' } as const

export function InviteForm() {
  const change = useChangePeople()
  const form = useSentForm({
    schema,
    defaultValues: NOBODY,
    send: (body) => change.mutateAsync({ is: 'invited', body }),
    onSent: (_reply, body) => {
      form.reset(NOBODY)
      toast.success(`Invitation sent to ${body.email.trim()}`)
    },
  })
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={form.onSubmit}>
      {form.error && <Alert tone="danger">{problemOf(form.error)}</Alert>}
      <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_8rem_auto]">
        <EmailField label="Email of a new person" autoComplete="off" {...form.field('email')} />
        <Select label="Role" options={ROLE_OPTIONS} {...form.field('role')} />
        <Button type="submit" className="h-11 self-start sm:mt-6.5" pending={form.isPending}>
          Invite
        </Button>
      </div>
    </form>
  )
}

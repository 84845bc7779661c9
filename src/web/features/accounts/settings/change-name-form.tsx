import { z } from 'zod'
import { fullName } from '#contract/accounts.ts'
import { call } from '#web/lib/api.ts'
import { sessionStore } from '#web/lib/session/current-session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useSentForm } from '../forms/use-account-form.ts'
import { changeNameError } from '../messages.ts'

const schema = z.object({ fullName })

export function ChangeNameForm({ name }: { name: string }) {
  const form = useSentForm({
    schema,
    defaultValues: { fullName: name },
    send: (body) => call('changeName', { body }),
    onSent: ({ data }) => {
      sessionStore.refreshUser(data)
      form.reset({ fullName: data.fullName })
      toast.success('Name changed')
    },
  })
  const isSame = form.watch('fullName').trim() === name

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={form.onSubmit}>
      {form.error && <Alert tone="danger">{changeNameError(form.error)}</Alert>}
      <TextField label="Full Name" autoComplete="name" {...form.field('fullName')} />
      <Button type="submit" className="self-start" pending={form.isPending} disabled={isSame}>
        Change name
      </Button>
    </form>
  )
}

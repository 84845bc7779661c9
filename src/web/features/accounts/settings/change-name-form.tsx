import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { fullName } from '#contract/accounts.ts'
import { call } from '#web/lib/api.ts'
import { sessionStore } from '#web/lib/session/current-session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useAccountForm } from '../forms/use-account-form.ts'
import { changeNameError } from '../messages.ts'

const schema = z.object({ fullName })

export function ChangeNameForm({ name }: { name: string }) {
  const change = useMutation({
    mutationFn: (values: z.infer<typeof schema>) => call('changeName', { body: values }),
    onSuccess: ({ data }) => {
      sessionStore.refreshUser(data)
      form.reset({ fullName: data.fullName })
      toast.success('Name changed')
    },
    onError: (error) => {
      if (form.showServerErrors(error)) change.reset()
    },
  })
  const form = useAccountForm({ schema, defaultValues: { fullName: name }, onType: change.reset })
  const isSame = form.watch('fullName').trim() === name

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={form.submit((values) => change.mutate(values))}>
      {change.error && <Alert tone="danger">{changeNameError(change.error)}</Alert>}
      <TextField label="Full Name" autoComplete="name" {...form.field('fullName')} />
      <Button type="submit" className="self-start" pending={change.isPending} disabled={isSame}>
        Change name
      </Button>
    </form>
  )
}

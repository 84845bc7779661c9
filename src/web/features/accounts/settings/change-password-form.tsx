import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { passwordChange } from '#contract/accounts.ts'
import { PASSWORDS_DIFFER } from '#domain/accounts.ts'
import { call } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { session } from '#web/lib/session/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { HiddenUsername, NewPasswordField } from '../forms/password-fields.tsx'
import { useAccountForm } from '../forms/use-account-form.ts'
import { changePasswordError } from '../messages.ts'
import { SESSIONS } from '../sessions/session-queries.ts'

const schema = passwordChange.extend({ confirmPassword: z.string() }).superRefine((values, context) => {
  if (values.newPassword !== values.confirmPassword)
    context.addIssue({ code: 'custom', path: ['confirmPassword'], message: PASSWORDS_DIFFER })
})
const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' }

export function ChangePasswordForm({ email }: { email: string }) {
  const change = useMutation({
    mutationFn: ({ currentPassword, newPassword }: z.infer<typeof schema>) =>
      call('changePassword', { body: { currentPassword, newPassword } }),
    onSuccess: () => {
      form.reset(EMPTY)
      toast.success('Password changed')
      void session.reload()
      void queryClient.invalidateQueries({ queryKey: SESSIONS })
    },
    onError: (error) => {
      if (form.showServerErrors(error)) change.reset()
    },
  })
  const form = useAccountForm({ schema, defaultValues: EMPTY, onType: change.reset })

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={form.submit((values) => change.mutate(values))}>
      {change.error && <Alert tone="danger">{changePasswordError(change.error)}</Alert>}
      <HiddenUsername email={email} />
      <PasswordField label="Current Password" autoComplete="current-password" {...form.field('currentPassword')} />
      <NewPasswordField label="New Password" {...form.field('newPassword')} />
      <PasswordField label="Confirm Password" autoComplete="new-password" {...form.field('confirmPassword')} />
      <Button type="submit" className="self-start" pending={change.isPending}>
        Change password
      </Button>
    </form>
  )
}

import { z } from 'zod'
import { passwordChange } from '#contract/accounts.ts'
import { call } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { session } from '#web/lib/session/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { HiddenUsername, MUST_MATCH, NewPasswordField } from '../forms/password-fields.tsx'
import { useSentForm } from '../forms/use-account-form.ts'
import { changePasswordError } from '../messages.ts'
import { SESSIONS } from '../sessions/session-queries.ts'

const schema = passwordChange
  .extend({ confirmPassword: z.string() })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, MUST_MATCH)
const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' }

export function ChangePasswordForm({ email }: { email: string }) {
  const form = useSentForm({
    schema,
    defaultValues: EMPTY,
    send: ({ currentPassword, newPassword }) => call('changePassword', { body: { currentPassword, newPassword } }),
    onSent: () => {
      form.reset(EMPTY)
      toast.success('Password changed')
      void session.reload()
      void queryClient.invalidateQueries({ queryKey: SESSIONS })
    },
  })

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={form.onSubmit}>
      {form.error && <Alert tone="danger">{changePasswordError(form.error)}</Alert>}
      <HiddenUsername email={email} />
      <PasswordField label="Current Password" autoComplete="current-password" {...form.field('currentPassword')} />
      <NewPasswordField label="New Password" {...form.field('newPassword')} />
      <PasswordField label="Confirm Password" autoComplete="new-password" {...form.field('confirmPassword')} />
      <Button type="submit" className="self-start" pending={form.isPending}>
        Change password
      </Button>
    </form>
  )
}

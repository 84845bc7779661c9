import { z } from 'zod'
import { passwordReset } from '#contract/accounts.ts'
import { CODE_DIGITS } from '#domain/accounts.ts'
import { call } from '#web/lib/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { HiddenUsername, MUST_MATCH, NewPasswordField } from '../forms/password-fields.tsx'
import { useSentForm } from '../forms/use-account-form.ts'
import { resetPasswordError } from '../messages.ts'

const reset = passwordReset
  .omit({ email: true })
  .extend({ confirmPassword: z.string() })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, MUST_MATCH)

type ResetPasswordFormProps = { email: string; onReset: () => void }

export function ResetPasswordForm({ email, onReset }: ResetPasswordFormProps) {
  const form = useSentForm({
    schema: reset,
    defaultValues: { verificationCode: '', newPassword: '', confirmPassword: '' },
    send: ({ verificationCode, newPassword }) =>
      call('confirmForgotPassword', { body: { email, verificationCode, newPassword } }),
    onSent: () => {
      toast.success('Password reset successful!')
      onReset()
    },
  })
  const code = form.field('verificationCode')

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={form.onSubmit}>
      {form.error && <Alert tone="danger">{resetPasswordError(form.error)}</Alert>}
      <HiddenUsername email={email} />
      <TextField
        label="Verification Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        {...code}
        onChange={(event) => {
          event.target.value = event.target.value.replace(/[^0-9]/g, '').slice(0, CODE_DIGITS)
          void code.onChange(event)
        }}
      />
      <NewPasswordField label="New Password" {...form.field('newPassword')} />
      <PasswordField label="Confirm Password" autoComplete="new-password" {...form.field('confirmPassword')} />
      <Button type="submit" className="h-11" pending={form.isPending}>
        Reset Password
      </Button>
    </form>
  )
}

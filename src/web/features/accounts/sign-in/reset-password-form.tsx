import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { passwordReset } from '#contract/accounts.ts'
import { CODE_DIGITS, PASSWORDS_DIFFER } from '#domain/accounts.ts'
import { call } from '#web/lib/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { HiddenUsername, NewPasswordField } from '../forms/password-fields.tsx'
import { useAccountForm } from '../forms/use-account-form.ts'
import { resetPasswordError } from '../messages.ts'

const reset = passwordReset
  .omit({ email: true })
  .extend({ confirmPassword: z.string() })
  .superRefine((values, context) => {
    if (values.newPassword !== values.confirmPassword)
      context.addIssue({ code: 'custom', path: ['confirmPassword'], message: PASSWORDS_DIFFER })
  })

type ResetPasswordFormProps = { email: string; onReset: () => void }

export function ResetPasswordForm({ email, onReset }: ResetPasswordFormProps) {
  const send = useMutation({
    mutationFn: ({ verificationCode, newPassword }: z.infer<typeof reset>) =>
      call('confirmForgotPassword', { body: { email, verificationCode, newPassword } }),
    onSuccess: () => {
      toast.success('Password reset successful!')
      onReset()
    },
    onError: (error) => {
      if (form.showServerErrors(error)) send.reset()
    },
  })
  const form = useAccountForm({
    schema: reset,
    defaultValues: { verificationCode: '', newPassword: '', confirmPassword: '' },
    onType: send.reset,
  })
  const code = form.field('verificationCode')

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={form.submit((values) => send.mutate(values))}>
      {send.error && <Alert tone="danger">{resetPasswordError(send.error)}</Alert>}
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
      <Button type="submit" className="h-11" pending={send.isPending}>
        Reset Password
      </Button>
    </form>
  )
}

import { z } from 'zod'
import { registration } from '#contract/accounts.ts'
import { call } from '#web/lib/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmailField } from '#web/ui/form/email-field.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { MUST_MATCH, NewPasswordField } from '../forms/password-fields.tsx'
import { useSentForm } from '../forms/use-account-form.ts'
import { registrationError } from '../messages.ts'

const signUp = registration
  .extend({ confirmPassword: z.string() })
  .refine(({ password, confirmPassword }) => password === confirmPassword, MUST_MATCH)

type SignUpFormProps = { email: string; onRegistered: (person: { email: string; fullName: string }) => void }

export function SignUpForm({ email: given, onRegistered }: SignUpFormProps) {
  const form = useSentForm({
    schema: signUp,
    defaultValues: { fullName: '', organisation: '', email: given, password: '', confirmPassword: '' },
    send: ({ email, fullName, password, organisation }) =>
      call('register', { body: { email, fullName, password, ...(organisation?.trim() && { organisation }) } }),
    onSent: (_reply, { email, fullName }) => {
      toast.success('Registration successful! Please verify your email.')
      onRegistered({ email: email.trim(), fullName: fullName.trim() })
    },
  })

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={form.onSubmit}>
      {form.error && <Alert tone="danger">{registrationError(form.error)}</Alert>}
      <TextField label="Full Name" autoComplete="name" {...form.field('fullName')} />
      <EmailField {...form.field('email')} />
      <NewPasswordField label="Password" {...form.field('password')} />
      <PasswordField label="Confirm Password" autoComplete="new-password" {...form.field('confirmPassword')} />
      <TextField
        label="Organisation (optional)"
        autoComplete="organization"
        hint="It helps us recognise you when we approve your account."
        {...form.field('organisation')}
      />
      <Button type="submit" className="h-11" pending={form.isPending}>
        Sign up
      </Button>
    </form>
  )
}

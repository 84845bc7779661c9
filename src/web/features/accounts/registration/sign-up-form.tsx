import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { registration } from '#contract/accounts.ts'
import { PASSWORDS_DIFFER } from '#domain/accounts.ts'
import { call } from '#web/lib/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmailField } from '#web/ui/form/email-field.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { NewPasswordField } from '../forms/password-fields.tsx'
import { useAccountForm } from '../forms/use-account-form.ts'
import { registrationError } from '../messages.ts'

const signUp = registration.extend({ confirmPassword: z.string() }).superRefine((values, context) => {
  if (values.password !== values.confirmPassword)
    context.addIssue({ code: 'custom', path: ['confirmPassword'], message: PASSWORDS_DIFFER })
})

type SignUpFormProps = { email: string; onRegistered: (person: { email: string; fullName: string }) => void }

export function SignUpForm({ email: given, onRegistered }: SignUpFormProps) {
  const register = useMutation({
    mutationFn: ({ email, fullName, password, organisation }: z.infer<typeof signUp>) =>
      call('register', { body: { email, fullName, password, ...(organisation?.trim() && { organisation }) } }),
    onSuccess: (_reply, { email, fullName }) => {
      toast.success('Registration successful! Please verify your email.')
      onRegistered({ email: email.trim(), fullName: fullName.trim() })
    },
    onError: (error) => {
      if (form.showServerErrors(error)) register.reset()
    },
  })
  const form = useAccountForm({
    schema: signUp,
    defaultValues: { fullName: '', organisation: '', email: given, password: '', confirmPassword: '' },
    onType: register.reset,
  })

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={form.submit((values) => register.mutate(values))}>
      {register.error && <Alert tone="danger">{registrationError(register.error)}</Alert>}
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
      <Button type="submit" className="h-11" pending={register.isPending}>
        Sign up
      </Button>
    </form>
  )
}

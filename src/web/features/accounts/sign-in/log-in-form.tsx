import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { credentials } from '#contract/accounts.ts'
import { countCharacters, PASSWORD_MIN } from '#domain/accounts.ts'
import { ApiError, hasStatus } from '#web/lib/api.ts'
import { session } from '#web/lib/session/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmailField } from '#web/ui/form/email-field.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useAccountForm } from '../forms/use-account-form.ts'
import { logInError } from '../messages.ts'

export type Credentials = z.infer<typeof credentials>

type LogInFormProps = {
  email: string
  /** The email is not confirmed yet. A code was sent to it now, or earlier; then the next one can be sent later. */
  onUnconfirmed: (email: string, code: { codeSentAt: number } | { nextCodeAt: number }) => void
  /** The password is correct, and the account has a second factor. */
  onCodeNeeded: (sent: Credentials) => void
  forgotLink: ReactNode
}

/** The screen redirects when the session starts. */
export function LogInForm({ email, onUnconfirmed, onCodeNeeded, forgotLink }: LogInFormProps) {
  const logIn = useMutation({
    mutationFn: (values: Credentials) => session.logIn(values),
    onSuccess: () => toast.success('Login successful!'),
    onError: (error, sent) => {
      if (hasStatus(error, 403) && asksFor('confirmationCode', error)) onUnconfirmed(sent.email, codeFrom(error))
      else if (asksFor('code', error)) onCodeNeeded(sent)
    },
  })
  const form = useAccountForm({
    schema: credentials,
    defaultValues: { email, password: '' },
    onType: logIn.reset,
  })
  const password = form.watch('password')

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={form.submit((values) => logIn.mutate(values))}>
      {logIn.error && <Alert tone="danger">{logInError(logIn.error)}</Alert>}
      <EmailField {...form.field('email')} />
      <div className="flex flex-col gap-1.5">
        <PasswordField label="Password" autoComplete="current-password" {...form.field('password')} />
        <div className="self-end">{forgotLink}</div>
      </div>
      <Button
        type="submit"
        className="h-11"
        pending={logIn.isPending}
        disabled={countCharacters(password) < PASSWORD_MIN}
      >
        Log In
      </Button>
    </form>
  )
}

const codeFrom = ({ retryAfterSeconds: wait }: ApiError) =>
  wait === undefined ? { codeSentAt: Date.now() } : { nextCodeAt: Date.now() + wait * 1000 }

const asksFor = (name: 'code' | 'confirmationCode', error: unknown): boolean =>
  error instanceof ApiError && error.errors.some(({ field }) => field === name)

import { z } from 'zod'
import { email } from '#contract/accounts.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmailField } from '#web/ui/form/email-field.tsx'
import { useAccountForm } from './use-account-form.ts'

const schema = z.object({ email })

type EmailFormProps = {
  submitLabel: string
  pending?: boolean
  error?: string | undefined
  email?: string
  onType?: () => void
  onEmail: (email: string) => void
}

export function EmailForm({ submitLabel, pending = false, error, email: known = '', onType, onEmail }: EmailFormProps) {
  const form = useAccountForm({ schema, defaultValues: { email: known }, onType: onType ?? (() => {}) })
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={form.submit((values) => onEmail(values.email.trim()))}>
      {error !== undefined && <Alert tone="danger">{error}</Alert>}
      <EmailField {...form.field('email')} />
      <Button type="submit" className="h-11" pending={pending}>
        {submitLabel}
      </Button>
    </form>
  )
}

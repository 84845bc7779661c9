import type { ComponentProps } from 'react'
import { PASSWORD_MIN, PASSWORD_SPECIALS, PASSWORDS_DIFFER } from '#domain/accounts.ts'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { autofocus } from '../../../ui/focus.ts'

const HINT = `At least ${PASSWORD_MIN} characters, with a lowercase and an uppercase letter, a number and one of ${PASSWORD_SPECIALS}. Common passwords and your own name or email are rejected.`

/** The rule of forms that ask for a new password twice. */
export const MUST_MATCH = { path: ['confirmPassword'], message: PASSWORDS_DIFFER }

/** Tells password managers which account the password belongs to. */
export const HiddenUsername = ({ email }: { email: string }) => (
  <input type="email" autoComplete="username" value={email} readOnly hidden />
)

type CurrentPasswordFieldProps = { email: string; value: string; onChange: (password: string) => void }

/** The first field of dialogs that change the security of an account. */
export const CurrentPasswordField = ({ email, value, onChange }: CurrentPasswordFieldProps) => (
  <>
    <HiddenUsername email={email} />
    <PasswordField
      label="Current Password"
      ref={autofocus}
      autoComplete="current-password"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  </>
)

/** A field for a new password, with the password rules as its hint. */
export const NewPasswordField = (field: Omit<ComponentProps<typeof PasswordField>, 'hint' | 'autoComplete'>) => (
  <PasswordField autoComplete="new-password" hint={HINT} {...field} />
)

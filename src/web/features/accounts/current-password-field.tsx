import { markForFocus } from '#web/ui/mark-for-focus.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { HiddenUsername } from './hidden-username.tsx'

type CurrentPasswordFieldProps = { email: string; value: string; onChange: (password: string) => void }

/** What a dialog about an account asks for first. */
export const CurrentPasswordField = ({ email, value, onChange }: CurrentPasswordFieldProps) => (
  <>
    <HiddenUsername email={email} />
    <PasswordField
      label="Current Password"
      ref={markForFocus}
      autoComplete="current-password"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  </>
)

import { type ReactNode, useState } from 'react'
import { readFactorCode } from '#domain/second-factor.ts'
import { hasStatus } from '#web/lib/api.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { markForFocus } from '#web/ui/mark-for-focus.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { FactorCodeField } from './factor-code-field.tsx'
import { secondFactorError } from './messages.ts'
import type { Proof } from './second-factor-queries.ts'

type FactorProofDialogProps = {
  title: string
  submitLabel: string
  email: string
  error: unknown
  pending: boolean
  /** Typing takes the fault away. */
  onType: () => void
  onProof: (proof: Proof, onRefused: (error: unknown) => void) => void
  onClose: () => void
  children: ReactNode
}

/** Asks for password and code before the second factor changes. */
export function FactorProofDialog(props: FactorProofDialogProps) {
  const { title, submitLabel, email, error, pending, onType, onProof, onClose, children } = props
  const [currentPassword, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [refusals, setRefusals] = useState(0)
  const refused = (reason: unknown) => {
    if (!hasStatus(reason, 400) || !reason.errors.some(({ field }) => field === 'code')) return
    setCode('')
    setRefusals(refusals + 1)
  }
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      submitDisabled={currentPassword === '' || readFactorCode(code) === undefined}
      error={error ? secondFactorError(error) : undefined}
      pending={pending}
      onSubmit={() => onProof({ currentPassword, code }, refused)}
      onClose={onClose}
    >
      <div className="text-sm text-muted">{children}</div>
      {/* So that password managers know whose password it is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current Password"
        ref={markForFocus}
        autoComplete="current-password"
        value={currentPassword}
        onChange={(event) => {
          setPassword(event.target.value)
          onType()
        }}
      />
      <FactorCodeField
        key={refusals}
        invalid={refusals > 0 && Boolean(error)}
        onChange={(next) => {
          setCode(next)
          onType()
        }}
      />
    </FormDialog>
  )
}

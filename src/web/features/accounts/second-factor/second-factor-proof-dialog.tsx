import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { parseSecondFactorCode } from '#domain/second-factor.ts'
import { hasStatus } from '#web/lib/api.ts'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { CurrentPasswordField } from '../forms/password-fields.tsx'
import { secondFactorError } from '../messages.ts'
import { SecondFactorCodeField } from './second-factor-code-field.tsx'
import type { Proof } from './second-factor-queries.ts'

type FactorProofDialogProps = {
  title: string
  submitLabel: string
  email: string
  change: UseMutationResult<unknown, Error, Proof>
  onChanged?: () => void
  onClose: () => void
  children: ReactNode
}

/** Requires password and code for a change of the second factor. */
export function SecondFactorProofDialog(props: FactorProofDialogProps) {
  const { title, submitLabel, email, change, onChanged, onClose, children } = props
  const [currentPassword, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [rejections, setRejections] = useState(0)
  const onError = (reason: Error) => {
    if (!hasStatus(reason, 400) || !reason.errors.some(({ field }) => field === 'code')) return
    setCode('')
    setRejections(rejections + 1)
  }
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      submitDisabled={currentPassword === '' || parseSecondFactorCode(code) === undefined}
      error={change.error ? secondFactorError(change.error) : undefined}
      pending={change.isPending}
      onSubmit={() => change.mutate({ currentPassword, code }, { onSuccess: () => onChanged?.(), onError })}
      onClose={onClose}
    >
      <div className="text-sm text-muted">{children}</div>
      <CurrentPasswordField
        email={email}
        value={currentPassword}
        onChange={(next) => {
          setPassword(next)
          change.reset()
        }}
      />
      <SecondFactorCodeField
        key={rejections}
        invalid={rejections > 0 && change.isError}
        onChange={(next) => {
          setCode(next)
          change.reset()
        }}
      />
    </FormDialog>
  )
}
